import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Query } from './query.ts'

/** A customer whose values no other row or file of a database has. */
export interface Marks {
  readonly phone: string
  /** A word that stands in each of the values. */
  readonly word: string
  readonly name: string
  readonly email: string
  readonly dob: string
  /** What to search for, in small letters: the word, and every other value in each form in which it is kept. */
  readonly all: readonly string[]
}

/** Returns a customer with this phone and word. */
export function marksOf(phone: string, word: string, dob: string): Marks {
  const digits = phone.slice(1)
  const reversed = [...digits].reverse().join('')
  const all = [word, digits, digits.slice(3), reversed, dob, `${word}-أخرى`]
  return { phone, word, name: `${word} Nowhere`, email: `${word}@marks.test`, dob, all }
}

/** An order with the customer's values in every member that takes one. */
export function markedOrder({ phone, word, name, email, dob }: Marks): object {
  const buyer = { name, email, phone, dob }
  const shipping_address = { city: `${word}ville`, address: `77 ${word} Lane`, zip: `z-${word}` }
  const items = [
    { reference_id: 'SKU-1', title: 'Linen shirt', quantity: 1, unit_price: '340.00', category: 'Clothes' },
  ]
  return {
    description: `A gift from ${word}-أخرى`,
    ...{ buyer, shipping_address },
    order: { reference_id: `R-${phone.slice(-2)}`, items },
    order_history: [
      {
        ...{ purchased_at: '2025-01-01T00:00:00Z', amount: '10.00', payment_method: 'card', status: 'complete' },
        ...{ buyer, shipping_address, items: [] },
      },
    ],
    meta: { note: `ring twice, says ${word}`, [`of_${word}`]: 'x' },
    attachment: { body: `{"passenger":"${word}"}`, content_type: 'application/vnd.tabby.v1+json' },
  }
}

/** Every place where one of these texts is found: columns of all tables, and kept files. In any letter case. */
export async function findPlaces(query: Query, dataDir: string, texts: readonly string[]): Promise<string[]> {
  const columns = await query(
    `select relname as table, attname as column, atttypid::regtype::text as type from pg_attribute
     join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
     where attnum > 0 and not attisdropped`,
  )
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const list = texts.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
    const rows = await query(
      `select distinct mark from "${table}", unnest(array[${list}]) as mark where strpos(lower(${text}), mark) > 0`,
    )
    found.push(...rows.map(({ mark }) => `${table}.${column}: ${mark}`))
  }
  const folder = join(dataDir, 'attachments')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  for (const file of files) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name), 'utf8').toLowerCase()
    found.push(...texts.filter((one) => content.includes(one)).map((one) => `file ${file.name}: ${one}`))
  }
  return found.toSorted()
}
