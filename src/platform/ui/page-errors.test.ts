import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badData, conflict, noPermission, notFound, tooManyRequests } from '../base/refusals.ts'
import { pageErrorOf, statusOf } from './page-errors.ts'

test('page errors: each kind of refusal has its own page, with the status of the API', () => {
  const errors = [notFound('x')(), noPermission('x')(), conflict('x')(), tooManyRequests(3)].map((refusal) => {
    const error = pageErrorOf(refusal)
    return [error, statusOf[error]]
  })
  assert.deepEqual(errors, [
    ['notFound', 404],
    ['forbidden', 403],
    ['overtaken', 409],
    ['busy', 429],
  ])
  assert.equal(pageErrorOf(badData('x')()), 'stale')
  assert.equal(pageErrorOf(new Error('x')), 'broken')
})
