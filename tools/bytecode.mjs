// Compiles what the page loads at its start, by the Pyodide that will run it: the page need not do that at each start.
//   node bytecode.mjs PYODIDE_FOLDER PAGE_FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, page] = process.argv.slice(2);
const { loadPyodide } = await import(
    pathToFileURL(join(folder, "pyodide.mjs")).href
);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
const ZIPS = {
    library: join(page, "library.zip"),
    stdlib: join(page, "vendor", "pyodide", "python_stdlib.zip"),
};
for (const [name, file] of Object.entries(ZIPS))
    pyodide.FS.writeFile(`/${name}.zip`, readFileSync(file));
pyodide.unpackArchive(pyodide.FS.readFile("/library.zip"), "zip");
// A hand is dealt, and the variants are listed: that imports all that the page does until it is played.
pyodide.runPython(readFileSync(join(page, "worker.py"), "utf8"));
pyodide.runPython(`
rules = {"preset": "pagat", "plugins": [], "seats": 2}
HOST.open({"setup": rules | {"names": ["You", "Ada"], "programs": {1: "expert"}, "seed": ""}})
HOST._updates(open_table(r5.compose(), ["You", "Ada"]))
r5.list_plugins()
`);
// Bytecode is taken unchecked, since its source comes in the same zip. The sources of the library stay beside it, for
// `__file__` and for tracebacks; those of the standard library would make the page larger, and nobody reads them there.
pyodide.runPython(`
import importlib.util, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

LOADED = {Path(file) for each in list(sys.modules.values()) if (file := getattr(each, "__file__", None))}
STDLIB = Path(f"/lib/python3{sys.version_info.minor}.zip")

def compiled(path, source):
    code = compile(source, str(path), "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False))

def compile_zip(name, home):
    with zipfile.ZipFile(f"/{name}.zip") as given, zipfile.ZipFile(f"/{name}.out", "w") as made:
        for entry in given.infolist():
            path, data, file = home / entry.filename, given.read(entry), entry.filename
            files = {file: data}
            if path in LOADED and path.suffix == ".py":
                cached = importlib.util.cache_from_source(file)
                files = {file + "c": compiled(path, data)} if home == STDLIB else files | {cached: compiled(path, data)}
            for file, data in files.items():
                made.writestr(zipfile.ZipInfo(file, entry.date_time), data, zipfile.ZIP_DEFLATED, 9)

compile_zip("library", Path(importlib.util.find_spec("rummy500").origin).parents[1])
compile_zip("stdlib", STDLIB)
`);
for (const [name, file] of Object.entries(ZIPS))
    writeFileSync(file, pyodide.FS.readFile(`/${name}.out`));
