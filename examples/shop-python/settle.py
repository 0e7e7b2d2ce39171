"""Whatever happens, the payments of an order are read, and what is read decides."""
import sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from qist import Qist, QistError
from orders import payments_of, run

# The tries are counted with the order, so the client makes one.
qist = Qist(retries=0)
MOST_TRIES = 8
READ_EVERY = 300
wake = threading.Event()
busy = set()
pool = ThreadPoolExecutor(8)


def read(number, amount):
    """The order's state and its payments, the one that counts first."""
    payments = [qist.get(f'/api/v2/payments/{id}') for id in payments_of(number)]
    payments.sort(key=lambda one: (not one['captures'], one['status'] != 'AUTHORIZED'))
    if payments and (payments[0]['captures'] or payments[0]['status'] == 'AUTHORIZED'):
        fits = (payments[0]['amount'], payments[0]['currency']) == (amount, 'AED')
        return ('paid' if fits else 'review'), payments
    return ('waiting' if any(one['status'] == 'CREATED' for one in payments) else 'unpaid'), payments


def settle(order, now):
    """Returns the order's new state, and when to read its payments next."""
    state, payments = read(order['number'], order['amount'])
    if state != 'paid':
        return state, now + READ_EVERY if state == 'waiting' else None
    # A customer may pay in two tabs: the second payment is given back.
    for other in payments[1:]:
        if other['status'] == 'AUTHORIZED':
            qist.post(f"/api/v2/payments/{other['id']}/close")
    if payments[0]['status'] != 'AUTHORIZED':
        return 'shipped', None
    if order['tries'] == MOST_TRIES:
        return 'review', None
    if now < order['try_at']:
        return 'paid', order['try_at']
    return capture(order, payments[0]['id'], now)


def capture(order, payment, now):
    # Stored before the call: a crash resets neither the count nor the pause.
    again = now + 0.5 * 2 ** order['tries']
    run('UPDATE orders SET tries = tries + 1, try_at = ? WHERE number = ?', again, order['number'])
    try:
        body = {'amount': order['amount'], 'reference_id': f"{order['number']}-capture"}
        qist.post(f'/api/v2/payments/{payment}/captures', body)
        return 'shipped', None
    except QistError as error:
        print(f"order {order['number']}: {error}", file=sys.stderr)
        if not error.passes:
            # It would be refused again: a person looks.
            return 'review', None
        again = max(again, time.time() + error.wait)
        run('UPDATE orders SET try_at = ? WHERE number = ?', again, order['number'])
        return 'paid', again


def settle_and_plan(order, planned):
    try:
        state, next_at = settle(order, time.time())
    except Exception as error:
        print(f"order {order['number']}: {error!r}", file=sys.stderr)
        state, next_at = order['state'], time.time() + max(5, getattr(error, 'wait', 0))
    # A notification that came meanwhile has its own reading.
    values = state, planned, next_at, order['number']
    run('UPDATE orders SET state = ?, read_at = CASE read_at WHEN ? THEN ? ELSE read_at END WHERE number = ?', *values)
    busy.discard(order['number'])


def settle_forever():
    """Only this moves money, for each order one step at a time. It goes on where a crash has left the orders."""
    run('UPDATE orders SET read_at = 0 WHERE read_at IS NOT NULL')
    while True:
        for order in run('SELECT * FROM orders WHERE read_at <= ? ORDER BY read_at', time.time()):
            if order['number'] in busy:
                continue
            busy.add(order['number'])
            planned = time.time() + READ_EVERY
            run('UPDATE orders SET read_at = ? WHERE number = ?', planned, order['number'])
            # One slow answer does not hold up the other orders.
            pool.submit(settle_and_plan, order, planned)
        wake.wait(0.2)
        wake.clear()
