import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unboundTables } from './merchant-reach.ts'

const tables = new Set(['payments', 'charges', 'stores', 'merchants'])
const cases: readonly (readonly [what: string, sql: string, unbound: readonly string[]])[] = [
  ['a parameter binds', 'select from payments where merchant_id = $1 and id = $2', []],
  ['an id alone does not', 'select from payments where id = $1', ['payments']],
  [
    'two that only name each other are not bound',
    'select from payments as payment join charges as charge on charge.merchant_id = payment.merchant_id where payment.id = $1',
    ['payments', 'charges'],
  ],
  [
    'one that is bound binds whatever names it',
    'select from payments as payment join charges as charge on charge.merchant_id = payment.merchant_id where payment.merchant_id = $1',
    [],
  ],
  [
    'with a comma, too',
    'select from payments as payment, charges as charge where payment.merchant_id = $1',
    ['charges'],
  ],
  [
    'a left join says nothing about what it is joined to',
    'select from payments as payment left join charges as charge on charge.merchant_id = $1 and charge.merchant_id = payment.merchant_id',
    ['payments'],
  ],
  [
    'rows that the caller brings are bound',
    'select from unnest($1::uuid[]) as requested (merchant_id) join payments using (merchant_id)',
    [],
  ],
  [
    'what is joined to rows found elsewhere follows them, and these are told',
    `with due as (select merchant_id, id from payments where due_at <= $1)
     update charges as charge set state = 'open' from due where charge.merchant_id = due.merchant_id`,
    ['payments'],
  ],
  [
    'and is told itself where it does not name their merchant',
    `with due as (select merchant_id, id from payments where due_at <= $1)
     update charges as charge set state = 'open' from due where charge.payment_id = due.id`,
    ['charges', 'payments'],
  ],
  [
    'a query within is bound by the one around it, where it names it',
    `select (select count(*) from charges where charges.merchant_id = payment.merchant_id), (select name from stores where id = $2)
     from payments as payment where merchant_id = $1`,
    ['stores'],
  ],
  [
    'a query that is joined is bound by its join',
    'select from payments as payment join (select merchant_id, id as store_id from stores) as store using (merchant_id) where payment.merchant_id = $1',
    [],
  ],
  [
    'no part of a union speaks for another',
    'select id from payments where merchant_id = $1 union all select id from charges',
    ['charges'],
  ],
  ['a page after another merchant is of all of them', 'select from merchants where merchant_id > $1', ['merchants']],
]

for (const [what, sql, unbound] of cases) {
  test(`the merchant reaches a table: ${what}`, () => {
    assert.deepEqual([...unboundTables(sql, tables)].sort(), [...unbound].sort())
  })
}
