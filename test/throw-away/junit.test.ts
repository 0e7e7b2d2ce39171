import assert from 'node:assert/strict'
import { test } from 'node:test'
import { junitReport } from '../../src/entries/throw-away/certify/junit.ts'
import { acted } from '../certificate/acted-run.ts'
import { documentOf } from './run-document.ts'

const caseOf = (xml: string, check: string): string =>
  new RegExp(`<testcase name="${check}: .*?(?:/>\n|</testcase>\n)`, 's').exec(xml)?.[0] ?? assert.fail(xml)

test('a failed core check is a failure with its requests, another finding is the output of a passed test', () => {
  const wrong = acted('refused', (shop) => {
    const id = shop.paid()
    shop.capture(id, { reference: null, amount: '1 < 2 "&" 3' })
    for (let times = 0; times < 4; times += 1) shop.capture(id, { status: 400, reference: 'r' })
  })
  const xml = junitReport({ certificate: documentOf([wrong], ['refused']) })
  const core = caseOf(xml, 'M1')
  assert.match(core, /classname="qist\.certify\.core"><failure message="A capture of 1 &lt; 2 &quot;&amp;&quot; 3 was/)
  assert.match(core, /your shop sent POST \/api\/v2\/capturePayment\/refused-payment-1: 200 after 10 ms/)
  const recommended = caseOf(xml, 'M8')
  assert.match(recommended, /<properties><property name="result" value="failed"\/><\/properties><system-out>failed\n/)
  assert.match(recommended, /: 400 after 10 ms\n/)
  assert.doesNotMatch(recommended, /<failure/)
  assert.equal(/ failures="(\d+)"/.exec(xml)?.[1], String(xml.match(/<failure /g)?.length))
})

test('a check that was not exercised is skipped with the reason', () => {
  const xml = junitReport({ certificate: documentOf([], ['plain']) })
  assert.match(caseOf(xml, 'M5'), /<skipped message="needs scenario conflict, which was not played: /)
  assert.equal(xml.match(/<skipped message="[^"]+"\/>/g)?.length, xml.match(/<testcase /g)?.length)
})
