/**
 * @typedef {object} Product
 * @property {string} sku
 * @property {string} title
 * @property {string} about
 * @property {number} price In fils, hundredths of a dirham, because whole numbers are exact.
 * @property {string} category
 * @property {boolean} isInStock Other products are made to order, and shipped later.
 */

/** @type {readonly Product[]} */
export const catalogue = [
  {
    sku: 'SHIRT',
    title: 'Linen shirt',
    about: 'Washed linen, cut wide, sewn in Sharjah.',
    price: 170_00,
    category: 'Clothes',
    isInStock: true,
  },
  {
    sku: 'DALLAH',
    title: 'Brass dallah',
    about: 'A coffee pot for six small cups.',
    price: 240_00,
    category: 'Kitchen',
    isInStock: true,
  },
  {
    sku: 'RUG',
    title: 'Hand-woven rug',
    about: 'Sadu pattern, 120 × 180 cm. Woven when you order it.',
    price: 690_00,
    category: 'Home',
    isInStock: false,
  },
]

/**
 * Returns an amount for the API: a text, because a floating-point number is not exact.
 * @param {number} fils
 */
export function amountOf(fils) {
  const digits = String(fils).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Returns the fils of an amount such as `12`, `12.5` or `12.50`; undefined if the text is no amount.
 * @param {string} text
 */
export function filsOf(text) {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** @param {readonly { price: number, quantity: number }[]} lines */
export function totalOf(lines) {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}
