"""JSON of all that crosses a wire: the messages of a server and of its clients.

`handle` answers the request of a client at a table, `update_message` is what every seat is sent when the table has
changed, and `message_json` writes either. `view_message` and `read_view` are for programs without a table. The JSON
Schema of every message is the file `schema.json` of this package, and `messages.d.ts` has types for TypeScript.
"""

from rummy500.base.lazy import face

face(__name__)
