import { exampleOrder, examplePayments } from '../payments/examples.ts'

const merchantUrls = {
  success: 'https://shop.example/ok',
  cancel: 'https://shop.example/cancel',
  failure: 'https://shop.example/fail',
}

/** A checkout that the sandbox approves, for the API reference. */
export const exampleCheckout = {
  payment: { amount: '340.00', currency: 'AED', ...exampleOrder },
  lang: 'en',
  merchant_code: 'demo_ae',
  merchant_urls: merchantUrls,
  token: null,
}

const id = '5e2b9c0e-6f3a-4e0f-9a53-0d1f1d9f7a10'

/** Its session, for the API reference. */
export const exampleSession = {
  id,
  status: 'created',
  rejection_reason_code: null,
  warnings: null,
  lang: 'en',
  merchant_code: 'demo_ae',
  merchant: { name: 'Demo UAE', address: '', logo: '' },
  merchant_urls: merchantUrls,
  token: null,
  configuration: {
    currency: 'AED',
    expires_at: '2026-03-01T10:20:00Z',
    available_products: {
      installments: [
        {
          downpayment: '85.00',
          downpayment_percent: '25',
          amount_to_pay: '255.00',
          order_amount: '340.00',
          next_payment_date: '2026-04-01T00:00:00Z',
          installments: ['2026-04-01', '2026-05-01', '2026-06-01'].map((due_date) => ({
            due_date,
            amount: '85.00',
            principal: '85.00',
            service_fee: '0.00',
          })),
          installments_count: 3,
          installment_period: 'P1M',
          pay_per_installment: '85.00',
          pay_after_delivery: false,
          service_fee: '0.00',
          web_url: `http://127.0.0.1:8080/hpp/?sessionId=${id}&product=installments&lang=en`,
          qr_code: `http://127.0.0.1:8080/api/v2/checkout/${id}/hpp_link_qr`,
        },
      ],
    },
    products: { installments: { type: 'installments', is_available: true, rejection_reason: null } },
  },
  payment: examplePayments.created,
}

/** The same session after it was cancelled. */
export const exampleCancelled = { ...exampleSession, status: 'expired', payment: examplePayments.expired }
