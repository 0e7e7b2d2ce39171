import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBody, shortenBody } from './shorten-body.ts'

test('a short body stays as it was sent', () => {
  for (const body of ['{"amount": 34.570}', 'OK', '{broken', '']) assert.equal(shortenBody(body), body)
})

test('a body never shows the customer', () => {
  const body = JSON.stringify({
    payment: { amount: '340.00', buyer: { name: 'Sara' }, shipping_address: { city: 'X' } },
  })
  assert.equal(shortenBody(body), '{"payment":{"amount":"340.00","…":"2 left out"}}')
})

test('a body that was cut before its end shows nothing, if it names the customer', () => {
  const body = JSON.stringify({ payment: { buyer: { name: 'Sara' } }, items: 'x'.repeat(70_000) }).slice(0, 65_536)
  assert.equal(shortenBody(body), '…')
})

test('a long body keeps its amounts, status and references within the bound', () => {
  const long = 'x'.repeat(500)
  const captures = [{ amount: '40.00', reference_id: 'a', created_at: long }]
  const body = JSON.stringify({ id: '1', description: long, amount: '340.00', status: 'CLOSED', captures })
  assert.equal(
    shortenBody(body),
    '{"id":"1","amount":"340.00","status":"CLOSED","captures":[{"amount":"40.00","reference_id":"a","…":"1 left out"}],"…":"1 left out"}',
  )
})

test('every body is at most as long as the bound', () => {
  const deep = `${'{"order":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const many = JSON.stringify({ payments: Array.from({ length: 500 }, () => ({ amount: '1.00' })) })
  for (const body of ['<p>'.repeat(9_000), '😀'.repeat(900), deep, many, `[${'['.repeat(60_000)}`]) {
    const short = shortenBody(body)
    assert.ok(short.length <= maxBody && short.isWellFormed(), short)
  }
})

test('a long body leaves out amounts of zero, but never the amount of a movement', () => {
  const items = [{ quantity: 1, unit_price: '1.00', title: 'x'.repeat(700) }]
  assert.equal(
    shortenBody(JSON.stringify({ amount: '0.00', tax_amount: '0.00', shipping_amount: '20.00', items })),
    '{"amount":"0.00","shipping_amount":"20.00","items":[{"quantity":1,"unit_price":"1.00","…":"1 left out"}],"…":"1 left out"}',
  )
})
