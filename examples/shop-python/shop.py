"""A small shop: a page with one product, the way back, and the receiver of notifications."""
import json, os, secrets, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit
from orders import open_database, read_soon, run
from qist import Qist, QistError, is_genuine
from settle import READ_EVERY, read, settle_forever, wake

qist = Qist()
signing_secret = os.environ['QIST_SIGNING_SECRET']
port = int(os.environ.get('PORT', 3000))
address = os.environ.get('SHOP_URL', f'http://localhost:{port}')
AMOUNT = '340.00'

WORDS = {
    'waiting': 'Your payment is not finished. Go on, or pay in another way.',
    'paid': 'Thank you! We are packing your order.',
    'review': 'Thank you! We look at your order and write to you.',
    'unpaid': 'You have not paid. Your cart is still there.',
}
FORM = '''<h1>Linen shirt, AED 340.00</h1><form method="post" action="/orders">
<label>Mobile <input name="phone" required></label> <label>E-mail <input name="email" required></label>
<button>Pay in four parts</button></form>'''


def order_of(number, token, phone, email):
    back = f'{address}/back?order={token}'
    return {
        'merchant_code': os.environ.get('QIST_MERCHANT_CODE', 'AE'),
        'lang': 'en',
        'merchant_urls': {'success': back, 'cancel': back, 'failure': back},
        'payment': {
            'amount': AMOUNT,
            'currency': 'AED',
            'buyer': {'name': 'Sara Ali', 'email': email, 'phone': phone},
            'shipping_address': {'city': 'Dubai', 'address': 'Street 1', 'zip': '00000'},
            'order': {
                'reference_id': str(number),
                'items': [{'title': 'Linen shirt', 'quantity': 1, 'unit_price': AMOUNT, 'category': 'Clothes'}],
            },
            'buyer_history': {'registered_since': '2024-01-10T09:00:00Z', 'loyalty_level': 3},
        },
    }


class Shop(BaseHTTPRequestHandler):
    timeout = 30

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == '/':
            return self.answer(200, FORM)
        orders = run('SELECT * FROM orders WHERE token = ?', parse_qs(url.query).get('order', [''])[0])
        if url.path != '/back' or not orders:
            return self.answer(404, 'There is no such page.')
        try:
            # The address proves nothing: what is read now is shown.
            [order] = orders
            state, _ = read(order['number'], order['amount'])
            run('UPDATE orders SET read_at = 0 WHERE number = ?', order['number'])
            wake.set()
            self.answer(200, WORDS[state])
        except QistError:
            self.answer(503, 'We do not see your payment yet. Please load this page again.')

    def do_POST(self):
        length = self.headers.get('Content-Length') or '0'
        if not length.isdecimal() or int(length) > 100_000:
            return self.answer(413, 'That is too much.')
        body = self.rfile.read(int(length))
        if self.path == '/qist':
            return self.receive(body)
        form = parse_qs(body.decode(errors='replace'))
        if self.path != '/orders' or not {'phone', 'email'} <= form.keys():
            return self.answer(400, 'Please give your mobile number and your e-mail address.')
        self.order(form['phone'][0], form['email'][0])

    def receive(self, body):
        if not is_genuine(signing_secret, self.headers, body):
            return self.answer(401)
        read_soon(json.loads(body).get('id'))
        self.answer(200)
        wake.set()

    def order(self, phone, email):
        token = secrets.token_urlsafe(16)
        run('INSERT INTO orders (token, amount) VALUES (?, ?)', token, AMOUNT)
        [order] = run('SELECT number FROM orders WHERE token = ?', token)
        try:
            session = qist.post('/api/v2/checkout', order_of(order['number'], token, phone, email))
        except QistError as error:
            words = 'That did not work. Please check your data and try again.'
            return self.answer(503 if error.passes else 400, words)
        # Stored before the customer goes on: the shop knows the payment even if the browser never comes back.
        run('INSERT INTO payments (id, number) VALUES (?, ?)', session['payment']['id'], order['number'])
        run('UPDATE orders SET read_at = ? WHERE number = ?', time.time() + READ_EVERY, order['number'])
        if session['status'] != 'created':
            words = 'Paying in parts is not available for this order. Please choose another way to pay.'
            return self.answer(200, words)
        self.answer(303, to=session['configuration']['available_products']['installments'][0]['web_url'])

    def answer(self, status, page='', to=None):
        content = page.encode()
        self.send_response(status)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(content)))
        if to:
            self.send_header('Location', to)
        self.end_headers()
        self.wfile.write(content)


open_database()
threading.Thread(target=settle_forever, daemon=True).start()
print(f'The shop is open at {address}', flush=True)
ThreadingHTTPServer(('', port), Shop).serve_forever()
