import { randomUUID } from 'node:crypto'
import type { Request } from './http-client.ts'

/** The requests of the bench. Amounts fit the seeded payments of 340.00. */

export function captureRequest(id: string): Request {
  return { method: 'POST', path: `/api/v2/payments/${id}/captures`, body: JSON.stringify(wholeAmount()) }
}

export function refundRequest(id: string): Request {
  return { method: 'POST', path: `/api/v2/payments/${id}/refunds`, body: JSON.stringify(wholeAmount()) }
}

export function readRequest(id: string): Request {
  return { method: 'GET', path: `/api/v2/payments/${id}` }
}

/** Returns the body of a whole capture or refund, with its own reference. */
export function wholeAmount() {
  return { amount: '340.00', reference_id: randomUUID() }
}

export const checkout = {
  payment: {
    amount: '340.00',
    currency: 'AED',
    buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001' },
    shipping_address: { city: 'Dubai', address: 'Street 1', zip: '00000' },
    order: {
      reference_id: '1001',
      items: [{ title: 'Linen shirt', quantity: 2, unit_price: '160.00', category: 'Clothes' }],
    },
    buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
    order_history: [],
  },
  lang: 'en',
  merchant_code: 'demo_ae',
}

export const sessionRequest: Request = { method: 'POST', path: '/api/v2/checkout', body: JSON.stringify(checkout) }
