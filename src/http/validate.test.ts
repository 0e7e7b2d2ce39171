import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optional, text } from './schemas.ts'
import { Type } from './type.ts'
import { InvalidValue, validatorFor } from './validate.ts'

const validate = validatorFor(
  Type.Object({ name: text(3), items: optional(Type.Array(Type.Object({ title: text() }))) }),
  'body',
)

function faultOf(value: unknown): InvalidValue {
  try {
    validate(value)
  } catch (error) {
    assert.ok(error instanceof InvalidValue)
    return error
  }
  return assert.fail('nothing was wrong')
}

test('every wrong field is told by its path', () => {
  const fault = faultOf({ name: 'long', items: [{ title: 'fine' }, {}, { title: '\0' }] })
  assert.equal(fault.wrongType, false)
  assert.deepEqual(
    fault.fields.map(({ field, code }) => [field, code]),
    [
      ['$.name', 'invalid_value'],
      ['$.items[1].title', 'required'],
      ['$.items[2].title', 'invalid_value'],
    ],
  )
})

test('a wrong JSON type anywhere is told apart, and so is no body', () => {
  for (const value of [[], 'x', { name: 7 }, { name: 'x', items: {} }, { name: 'x', items: [null] }]) {
    assert.equal(faultOf(value).wrongType, true, JSON.stringify(value))
  }
  assert.equal(faultOf(null).empty, true)
})

test('at most a hundred fields are told', () => {
  assert.equal(faultOf({ name: 'x', items: Array.from({ length: 500 }, () => ({})) }).fields.length, 100)
})
