const exampleItem = {
  reference_id: 'SKU-1',
  title: 'Linen shirt',
  description: 'White, slim',
  quantity: 2,
  unit_price: '160.00',
  discount_amount: '0.00',
  category: 'Clothes',
}

/** An order as a merchant sends it, for the reference. */
export const exampleOrder = {
  description: 'Order 1001',
  buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17' },
  shipping_address: { city: 'Dubai', address: 'Street 1, villa 2', zip: '00000' },
  order: {
    reference_id: '1001',
    tax_amount: '0.00',
    shipping_amount: '20.00',
    discount_amount: '0.00',
    items: [exampleItem],
  },
  buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
  order_history: [],
  meta: { order_id: '1001', customer: 'c-77' },
  attachment: null,
}

const created = {
  id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
  created_at: '2026-03-01T10:00:00Z',
  expires_at: '2026-03-01T10:20:00Z',
  status: 'CREATED',
  is_test: true,
  product: { type: 'installments', installments_count: 3, installment_period: 'P1M' },
  amount: '340.00',
  currency: 'AED',
  description: exampleOrder.description,
  buyer: exampleOrder.buyer,
  shipping_address: exampleOrder.shipping_address,
  order: exampleOrder.order,
  captures: [],
  refunds: [],
  buyer_history: exampleOrder.buyer_history,
  order_history: exampleOrder.order_history,
  meta: exampleOrder.meta,
  cancelable: false,
  attachment: exampleOrder.attachment,
}

/** The bodies that the reference sends about the payment. */
export const exampleCapture = { amount: '340.00', reference_id: '1001-cap-1' }
export const exampleRefund = { amount: '50.00', reference_id: '1001-ref-1', reason: 'customer returned one item' }
export const exampleUpdate = { order: { reference_id: '1001-B' } }

const authorized = { ...created, expires_at: '2027-03-01T10:04:12Z', status: 'AUTHORIZED', cancelable: true }
const closed = { ...authorized, status: 'CLOSED', cancelable: false }

/** What is captured and refunded by those bodies, as notifications show it. */
export const exampleMoves = {
  capture: { id: '4f0d3a8b-3b7a-4a9c-9a37-1c1d2b3e4f50', ...exampleCapture, created_at: '2026-03-02T09:00:00Z' },
  refund: { id: '5b1e4c9d-0a2f-4d3e-8b6c-7f8091a2b3c4', ...exampleRefund, created_at: '2026-03-05T12:00:00Z' },
}
const parts = { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] }
const captured = { ...closed, captures: [{ ...exampleMoves.capture, ...parts }] }

/** One payment after each call of the reference, so that an example answer belongs to its request. */
export const examplePayments = {
  created,
  rejected: { ...created, status: 'REJECTED' },
  expired: { ...created, status: 'EXPIRED' },
  authorized,
  updated: { ...authorized, order: { ...authorized.order, ...exampleUpdate.order } },
  captured,
  closed,
  refunded: { ...captured, refunds: [{ ...exampleMoves.refund, items: [] }] },
}
