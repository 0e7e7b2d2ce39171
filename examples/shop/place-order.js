// Orders as a customer in the running shop: the command of `qist certify --order-command`, called once for each
// scenario. In some scenarios the customer or the staff acts afterwards.

const { PORT = '3000', QIST_SCENARIO = 'plain', QIST_BUYER_PHONE = '+971500000001', OFFICE_PASSWORD } = process.env
const { QIST_BUYER_EMAIL = 'customer@example.com', QIST_SECRET_KEY = '' } = process.env
const shop = `http://127.0.0.1:${PORT}`
const staff = { authorization: `Basic ${Buffer.from(`staff:${OFFICE_PASSWORD}`).toString('base64')}` }

/** @param {string} path @param {Record<string, string>} [fields] @param {Record<string, string>} [headers] */
async function post(path, fields = {}, headers = {}) {
  const answer = await fetch(shop + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
  return answer
}

/** Waits until the office shows this state of the order. @param {string} id @param {string} shown */
async function until(id, shown) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const page = await fetch(`${shop}/office/orders/${id}`, { headers: staff })
    if ((await page.text()).includes(shown)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the order never was ${shown}`)
}

/** @param {string} id @param {string} what @param {Record<string, string>} [fields] */
const press = (id, what, fields) => post(`/office/orders/${id}/${what}`, fields, staff)

const buyer = { name: 'Sara Ali', email: QIST_BUYER_EMAIL, phone: QIST_BUYER_PHONE, city: 'Dubai', address: 'Street 1' }
const refund = { place: '1', amount: '50.00' }
const isInParts = QIST_SCENARIO === 'parts'
const placed = await post('/orders', { ...buyer, SHIRT: '1', ...(isInParts && { RUG: '1' }) })
const id = /order=([^;]+)/.exec(placed.headers.get('set-cookie') ?? '')?.[1] ?? ''

// The customer leaves the payment page, and then pays with a second session.
if (QIST_SCENARIO === 'abandoned') await post(`/orders/${id}/pay`)

if (OFFICE_PASSWORD) {
  // One of the two products is cancelled, and the other one is returned. Then the books are compared.
  if (isInParts) {
    await until(id, 'data-state="part-shipped"')
    await press(id, 'close')
    await press(id, 'refund', { ...refund, reason: 'a button is missing' })
    await post('/office/compare', {}, staff)
  }
  if (QIST_SCENARIO === 'lost-answer') {
    await until(id, 'data-state="shipped"')
    await press(id, 'refund', { ...refund, reason: 'a button is missing' })
  }
  // The customer opens a dispute and asks for a refund. Only live keys have disputes.
  if (QIST_SCENARIO === 'disputed' && !QIST_SECRET_KEY.startsWith('sk_test_')) {
    await until(id, 'data-disputes="new"')
    await press(id, 'refund', { ...refund, reason: 'it came torn' })
  }
}
