/** An order as a shop sends it, and its amount. */
export interface Order {
  readonly amount: string
  readonly payment: object
}

const goods: readonly (readonly [title: string, price: number, category: string])[] = [
  ['Linen shirt', 160, 'Clothes'],
  ['Reading lamp', 220, 'Home'],
  ['Wool blanket', 310, 'Home'],
  ['Tea set for six', 145, 'Kitchen'],
  ['Running shoes', 390, 'Shoes'],
  ['School bag', 95, 'Bags'],
]

const buyers = [
  'Sara Ali',
  'Omar Haddad',
  'Mariam Al Suwaidi',
  'Rashid Khan',
  'Lina Farah',
  'Yousef Nasser',
  'Huda Al Marri',
  'Daniel Costa',
  'Noor Rahman',
  'Khalid Saeed',
]

/** Returns the order of this number, always the same. */
export function orderOf(number: number): Order {
  const first = goods[number % goods.length] ?? goodsAfterAll
  const second = goods[(number * 5 + 2) % goods.length] ?? goodsAfterAll
  const items = [
    { ...itemOf(first), reference_id: `SKU-${100 + (number % goods.length)}`, quantity: 1 + (number % 2) },
    { ...itemOf(second), reference_id: `SKU-${200 + ((number * 5 + 2) % goods.length)}`, quantity: 1 },
  ]
  const minor = items.reduce((sum, { quantity, price }) => sum + quantity * price * 100, 0)
  const name = buyers[number % buyers.length] ?? ''
  const [given = ''] = name.toLowerCase().split(' ')
  return {
    amount: (minor / 100).toFixed(2),
    payment: {
      description: `Order ${number}`,
      buyer: {
        name,
        email: `${given}@mail.example`,
        phone: phoneOf(number),
        dob: '1990-04-17',
      },
      order: {
        reference_id: String(number),
        items: items.map(({ price, ...item }) => ({ ...item, unit_price: price.toFixed(2) })),
      },
    },
  }
}

/** Returns the phone of the buyer of this order. */
export const phoneOf = (number: number): string => `05200${10_011 + (number % buyers.length) * 1_010}`

const goodsAfterAll = ['Gift card', 100, 'Gifts'] as const

const itemOf = ([title, price, category]: readonly [string, number, string]) => ({ title, price, category })
