const line = {
  id: '4f0d3a8b-3b7a-4a9c-9a37-1c1d2b3e4f50',
  type: 'capture',
  payment_id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
  order_reference_id: '1001',
  reference_id: 'c1',
  created_at: '2026-11-21T09:00:00Z',
  amount: '340.00',
  fee: '17.00',
  vat: '0.85',
  net: '322.15',
} as const

const refund = {
  ...line,
  id: '5c1e2f60-8d4b-4f0e-9b27-6a5d4c3b2a10',
  type: 'refund',
  reference_id: 'r1',
  created_at: '2026-11-21T15:30:00Z',
  amount: '-40.00',
  fee: '-2.00',
  vat: '-0.10',
  net: '-37.90',
} as const

/** A settlement for the reference. */
export const exampleSettlement = {
  id: '7d9c1f3e-2a5b-4c6d-8e7f-0a1b2c3d4e5f',
  merchant_code: 'demo_ae',
  currency: 'AED',
  date: '2026-11-21',
  is_test: true,
  status: 'closed',
  captures: '340.00',
  refunds: '40.00',
  dispute_refunds: '0.00',
  fees: '15.00',
  vat: '0.75',
  net: '284.25',
  opening: '0.00',
  paid_out: '0.00',
  closing: '284.25',
  payout_id: null,
  ledger_head: '9f2c4d6e8a0b1c3d5e7f90123456789abcdef0123456789abcdef0123456789a',
} as const

export const exampleLines = [line, refund] as const

export const examplePayout = {
  id: '3b2a1c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  merchant_code: 'demo_ae',
  currency: 'AED',
  amount: '284.25',
  status: 'paid',
  reference: 'QIST7K2M9P4XQ1ZT',
  created_at: '2026-11-22T06:00:00Z',
  paid_at: '2026-11-22T06:00:00Z',
  settlement_ids: [exampleSettlement.id],
} as const
