import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../merchant.ts'
import { changeBefore, marksOfSandbox, noMarks, storeBefore } from './before-sandbox.ts'
import { newStore } from './stores.ts'

const own: Store = newStore('Own', { merchantCode: 'main', country: 'AE', checkout: 'strict' }, true)
const beneficiary = { name: 'Stranger', iban: 'AE070331234567890123456' }

test('a sandbox: its first change stores the settings before, and later changes keep them', () => {
  const first = marksOfSandbox(own, noMarks)
  const later = marksOfSandbox({ ...own, beneficiary }, first)
  assert.deepEqual([later, storeBefore({ ...own, beneficiary }, later)], [first, own])
})

test("an operator: the operator's change stays, and a sandbox's change beside it is undone", () => {
  const marks = marksOfSandbox(own, noMarks)
  const changed = { ...own, beneficiary, feeRates: { ...own.feeRates, percent: 7_700 } }
  const set = changeBefore(changed, marks, ({ feeRates }) => ({ feeRates: { ...feeRates, fixedMinor: 5n } }))
  const [store, kept] = set ?? assert.fail()
  assert.deepEqual([store.beneficiary, store.feeRates], [own.beneficiary, { ...own.feeRates, fixedMinor: 5n }])
  assert.deepEqual(storeBefore(changed, kept), store)
})

test('a store made in a sandbox has no fees and no beneficiary without it, and other stores stay', () => {
  const made = { ...own, beneficiary, largestOrderMinor: 5_00n }
  const marks = { in_sandbox: true, before_sandbox: null }
  assert.equal(marksOfSandbox(made, marks), marks)
  const legalEntity = { name: 'Stranger', address: '', taxNumber: '', changedAt: 1 }
  assert.deepEqual(storeBefore({ ...made, legalEntity }, marks), { ...made, beneficiary: own.beneficiary })
  assert.equal(storeBefore(own, noMarks), undefined)
  assert.equal(
    changeBefore(own, noMarks, () => ({})),
    undefined,
  )
})
