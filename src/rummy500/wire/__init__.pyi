# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500.wire.convert import MOST_REQUEST as MOST_REQUEST
from rummy500.wire.convert import message_data as message_data
from rummy500.wire.convert import message_json as message_json
from rummy500.wire.convert import read_answer as read_answer
from rummy500.wire.convert import read_request as read_request
from rummy500.wire.convert import read_view as read_view
from rummy500.wire.convert import view_message as view_message
from rummy500.wire.protocol import ANSWERS as ANSWERS
from rummy500.wire.protocol import REQUESTS as REQUESTS
from rummy500.wire.protocol import Answer as Answer
from rummy500.wire.protocol import TableRequest as TableRequest
from rummy500.wire.serving import choices_message as choices_message
from rummy500.wire.serving import error_message as error_message
from rummy500.wire.serving import handle as handle
from rummy500.wire.serving import legal_message as legal_message
from rummy500.wire.serving import refusal_message as refusal_message
from rummy500.wire.serving import update_message as update_message

__all__: list[str]
