"""The shop's orders and their payments, in one SQLite file. A statement is stored when it returns."""
import os, sqlite3
from contextlib import closing

FILE = os.environ.get('SHOP_DATABASE', 'shop.db')

TABLES = """
CREATE TABLE IF NOT EXISTS orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT UNIQUE,          -- in the customer's address
  amount TEXT,                -- text with all decimals, never a float
  state TEXT DEFAULT 'waiting',
  tries INTEGER DEFAULT 0,    -- of the capture, on all occasions together
  try_at REAL DEFAULT 0,      -- no capture before
  read_at REAL                -- when to read its payments next; NULL: nothing is left to do
);
CREATE TABLE IF NOT EXISTS payments (id TEXT PRIMARY KEY, number INTEGER REFERENCES orders);
INSERT INTO sqlite_sequence (name, seq) SELECT 'orders', 1000
  WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'orders');
"""


def open_database():
    with closing(sqlite3.connect(FILE)) as database:
        database.executescript(TABLES)


def run(statement, *values):
    with closing(sqlite3.connect(FILE, timeout=30, isolation_level=None)) as database:
        database.row_factory = sqlite3.Row
        return database.execute(statement, values).fetchall()


def payments_of(number):
    return [row['id'] for row in run('SELECT id FROM payments WHERE number = ? ORDER BY rowid', number)]


def read_soon(payment):
    """Its order is read next. This is all that a notification does before it is answered."""
    run('UPDATE orders SET read_at = 0 WHERE number = (SELECT number FROM payments WHERE id = ?)', payment)
