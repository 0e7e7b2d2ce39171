/** A complete session, as a shop builds it for the package. */
export function sessionOf(phone: string, shopUrl: string): object {
  return {
    payment: {
      amount: '340.00',
      currency: 'AED',
      buyer: { name: 'Sara Ali', email: 'sara@example.com', phone },
      shipping_address: { city: 'Dubai', address: 'Street 1', zip: '00000' },
      order: {
        reference_id: '1001',
        items: [
          { title: 'Linen shirt', quantity: 2, unit_price: '170.00', category: 'Clothes', reference_id: 'SKU-1' },
        ],
      },
      buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 0 },
      order_history: [],
      meta: { order_id: '1001' },
    },
    lang: 'en',
    merchant_code: 'AE',
    merchant_urls: { success: `${shopUrl}/ok`, cancel: `${shopUrl}/cancel`, failure: `${shopUrl}/failure` },
  }
}
