import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './type.ts'

type Builders = Pick<typeof TypeBox, keyof typeof Type>

/** One schema for each builder, alone and with options. */
function build(type: Builders): Record<keyof typeof Type, readonly unknown[]> {
  const options = { description: 'said', examples: ['seen'] }
  const text = type.String()
  const mixed = { needed: text, left: type.Optional(text), both: type.Union([text, type.Null()]) }
  return {
    Array: [type.Array(text), type.Array(text, options)],
    Boolean: [type.Boolean(), type.Boolean(options)],
    Integer: [type.Integer(), type.Integer({ minimum: 1, ...options })],
    Literal: [type.Literal('ok'), type.Literal(7), type.Literal(true, options)],
    Null: [type.Null(), type.Null(options)],
    Number: [type.Number(), type.Number(options)],
    Object: [type.Object(mixed), type.Object({}), type.Object({ left: type.Optional(text) }, options)],
    Optional: [type.Optional(type.Integer({ minimum: 1 })), type.Object({ twice: type.Optional(type.Optional(text)) })],
    Record: [type.Record(text, type.Integer()), type.Record(text, text, options)],
    String: [type.String(), type.String({ maxLength: 3, ...options })],
    Union: [type.Union([text, type.Null()]), type.Union([], options)],
    Unsafe: [type.Unsafe<string>({ type: ['string', 'null'], format: 'text' })],
  }
}

for (const [name, schemas] of Object.entries(build(Type))) {
  test(`${name} builds what TypeBox builds`, () => {
    assert.equal(JSON.stringify(schemas), JSON.stringify(build(TypeBox)[name as keyof typeof Type]))
  })
}

test('every builder is compared with that of TypeBox', () => {
  assert.deepEqual(Object.keys(build(TypeBox)).sort(), Object.keys(Type).sort())
})
