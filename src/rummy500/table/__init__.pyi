# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500.table.acting import Asked as Asked
from rummy500.table.acting import advance as advance
from rummy500.table.acting import answer_program as answer_program
from rummy500.table.acting import answer_undo as answer_undo
from rummy500.table.acting import ask_program as ask_program
from rummy500.table.acting import ask_undo as ask_undo
from rummy500.table.acting import deal_hand as deal_hand
from rummy500.table.acting import let_go as let_go
from rummy500.table.acting import open_table as open_table
from rummy500.table.acting import program_moves as program_moves
from rummy500.table.acting import replace_seat as replace_seat
from rummy500.table.acting import submit as submit
from rummy500.table.acting import time_is_up as time_is_up
from rummy500.table.entries import PERSON as PERSON
from rummy500.table.entries import Seat as Seat
from rummy500.table.messages import Message as Message
from rummy500.table.messages import last_number as last_number
from rummy500.table.messages import messages as messages
from rummy500.table.saving import append_entries as append_entries
from rummy500.table.saving import entries_since as entries_since
from rummy500.table.saving import table_from_json as table_from_json
from rummy500.table.saving import table_from_snapshot as table_from_snapshot
from rummy500.table.saving import table_to_json as table_to_json
from rummy500.table.saving import table_to_snapshot as table_to_snapshot
from rummy500.table.table import Table as Table
from rummy500.table.table import TableError as TableError
from rummy500.table.table import Waiting as Waiting
from rummy500.table.table import everyone_let_go as everyone_let_go
from rummy500.table.table import waiting as waiting

__all__: list[str]
