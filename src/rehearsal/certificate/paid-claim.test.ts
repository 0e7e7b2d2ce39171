import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paidClaimIn } from './paid-claim.ts'

test('a page that says that the order is paid is quoted', () => {
  for (const [page, claim] of [
    ['paid', 'paid'],
    ['{"order":"1001","status":"paid"}', 'status : paid'],
    ['<h1>Thank you for your payment!</h1><p>We ship today.</p>', 'Thank you for your payment'],
    ['<title>Shop</title><p>Your <b>order</b></p><p>Order 1001 is paid.</p>', 'Order 1001 is paid'],
    ['<p>Payment was successful</p>', 'Payment was successful'],
    ['Your order 1001 is confirmed. See you!', 'Your order 1001 is confirmed'],
    ['<p>Order #1001-A: paid</p>', 'Order #1001-A: paid'],
    ['<p>تم الدفع بنجاح</p>', 'تم الدفع بنجاح'],
    ['<p>حالة الطلب: مدفوع</p>', 'حالة الطلب: مدفوع'],
  ] as const) {
    assert.equal(paidClaimIn(page), claim, page)
  }
})

test('a page that says something else, or doubts it, claims nothing', () => {
  for (const page of [
    '',
    'ok',
    '<p>Thank you. Your order has been received.</p>',
    '<p>Order 1001 is not paid.</p>',
    '<p>Your order isn’t paid yet.</p>',
    '{"order":"1001","paid":false}',
    '<a href="/paid">Paid orders</a><a>Get paid</a><p>Amount to be paid: 340.00</p><p>Amount paid: 0.00</p>',
    '<p>المبلغ المدفوع: 0.00</p>',
    '<p>unpaid</p><p>We ship once the order is paid.</p>',
    '<p>We are confirming that your payment was received.</p>',
    '<p>Paid orders leave our warehouse within two working days of the order</p>',
    '<head><title>paid</title></head><style>.paid {}</style><script>const status = "paid"</script><p>Wait a moment</p>',
    '<p>لم يتم الدفع</p><p>بانتظار الدفع</p>',
  ]) {
    assert.equal(paidClaimIn(page), null, page)
  }
})

test('a hostile page of 64 KB is read at once', () => {
  for (const piece of ['<', '<a', '<script>', '<head', 'payment ', 'order is ', '"', '1-', 'a1', '1 '])
    assert.equal(paidClaimIn(piece.repeat(65_536 / piece.length)), null)
})
