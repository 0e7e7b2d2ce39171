import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { canonicalJson, verifyDocument } from '../../src/platform/signing/verify-document.js'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { openBrowser } from '../pages/browser.ts'
import { askDoctor } from '../support/doctor.ts'
import { liveRichly, openStage, type Stage } from '../support/rich-life.ts'

const folder = mkdtempSync(join(tmpdir(), 'qist-evidence-'))
const file = join(folder, 'evidence.json')
const keysFile = join(folder, 'keys.json')
let stage: Stage
let id: string
// biome-ignore lint/suspicious/noExplicitAny: any JSON is read
let evidence: any
let keys: { kid: string; x: string; from: string; until: string | null }[]

before(async () => {
  stage = await openStage()
  id = await liveRichly(stage)
  await settleDue(stage.service.app, dueSettlements)
  await fetchKeys()
  const { code, stderr } = await qist('evidence', id, '--out', file)
  assert.deepEqual([code, stderr], [0, ''])
  evidence = JSON.parse(readFileSync(file, 'utf8'))
})
after(async () => {
  await stage.close()
  rmSync(folder, { recursive: true })
})

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(stage.service.database.url, stage.service.app.config.dataDir, ...args)
const verify = (...args: string[]): Promise<CommandResult> => qist('verify', ...args, '--keys', keysFile)

async function fetchKeys(): Promise<void> {
  const answer = await fetch(`${stage.service.urls.uae}/.well-known/qist-keys.json`)
  assert.equal(answer.status, 200)
  writeFileSync(keysFile, await answer.text())
  ;({ keys } = JSON.parse(readFileSync(keysFile, 'utf8')))
}

test('evidence: the document has what the payment is, and stands by itself', async () => {
  const names = ['actions', 'charges', 'decisions', 'format', 'issued_at', 'issuer', 'ledger', 'left_out', 'messages']
  const more = ['notifications', 'payment', 'returns', 'schedule', 'signature', 'terms']
  assert.deepEqual(Object.keys(evidence), [...names, ...more])
  assert.equal(readFileSync(file, 'utf8'), canonicalJson(evidence))
  const { payment, terms, schedule, charges, returns, messages, ledger } = evidence
  assert.deepEqual([payment.id, payment.amount, payment.currency, payment.status], [id, '300.00', 'AED', 'CLOSED'])
  assert.deepEqual([payment.captures.length, payment.refunds.length, payment.disputes.length], [2, 2, 1])
  assert.deepEqual(payment.merchant, { id: stage.merchantId, name: 'Corner Shop' })
  assert.equal(terms.hash, createHash('sha256').update(terms.text).digest('hex'))
  assert.deepEqual(
    [terms.plan.count, terms.language, schedule.length, charges.length, returns.length],
    [4, 'en', 4, 5, 1],
  )
  assert.ok(messages.some(({ kind }: { kind: string }) => kind === 'returned'))
  const sums = new Map<string, number>()
  for (const { account, amount } of ledger.entries) {
    sums.set(account, (sums.get(account) ?? 0) + Math.round(Number(amount) * 100))
  }
  assert.equal(
    [...sums.values()].reduce((sum, amount) => sum + amount),
    0,
  )
  assert.equal(sums.get('card_clearing'), 200_00)
  // Nothing of a secret, and no phone.
  assert.doesNotMatch(JSON.stringify(evidence), /secret|\+971|sk_/)
})

test('evidence: every entry names its seal, and the seals lead to the head that the doctor tells', async () => {
  const { entries, seals, head } = evidence.ledger
  const numbers = seals.map(({ number }: { number: number }) => number)
  for (const { seal } of entries) assert.ok(numbers.includes(seal), String(seal))
  for (const [index, seal] of seals.entries()) {
    if (index > 0) assert.equal(seal.previous_hash, seals[index - 1].hash)
  }
  const doctor = JSON.parse((await qist('doctor', '--json')).stdout)
  const chain = doctor.heads.find((one: { merchant_id: string }) => one.merchant_id === stage.merchantId)
  assert.deepEqual([head.hash, String(head.number)], [chain.hash, String(chain.number)])
  assert.deepEqual(await askDoctor(stage.service.app), [])
})

test('the signature is that of RFC 8032 over the canonical form, by the key that is published', () => {
  const { signature, ...signed } = evidence
  const key = keys.find(({ kid }) => kid === signature.key_id) ?? assert.fail('the key is not published')
  const opened = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' })
  const value = Buffer.from(signature.value, 'base64')
  assert.equal(signature.value.length, 88)
  assert.ok(verifySignature(null, Buffer.from(canonicalJson(signed)), opened, value))
})

test('verify: one line a file, and an exit code for valid, not valid and unreadable', async () => {
  const text = readFileSync(file, 'utf8')
  const changed = join(folder, 'changed.json')
  writeFileSync(changed, text.replace('"amount":"300.00"', '"amount":"900.00"'))
  const good = await verify(file, '--json')
  assert.deepEqual([good.code, JSON.parse(good.stdout)], [0, { file, valid: true, why: null }])
  const bad = await verify(file, changed)
  assert.equal(bad.code, 1)
  assert.match(bad.stdout, /evidence\.json: valid\n.*changed\.json: not valid: the signature does not belong to/)
  const missing = await verify(join(folder, 'none.json'), changed, file, '--json')
  assert.equal(missing.code, 2)
  assert.deepEqual(
    missing.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).valid),
    [false, false, true],
  )
  assert.equal((await qist('verify', file, '--keys', join(folder, 'none.json'))).code, 2)
  writeFileSync(join(folder, 'wrong-keys.json'), '[]')
  assert.equal((await qist('verify', file, '--keys', join(folder, 'wrong-keys.json'))).code, 2)
})

// Each byte of the signature and every fifth before it, in one of three ways. The proof (P34) takes each byte in all.
test('a changed, removed or added byte is found wherever it is, also in the signature itself', async () => {
  const bytes = readFileSync(file)
  const isValid = async (mutated: Uint8Array): Promise<boolean> => (await verifyDocument(mutated, keys)).valid
  assert.ok(await isValid(bytes))
  const signatureAt = bytes.indexOf('"signature":')
  assert.ok(signatureAt > 0)
  for (const [at, byte] of bytes.entries()) {
    if (at < signatureAt && at % 5 !== 0) continue
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)]
    const other = Uint8Array.of(byte ^ (1 << (at % 7)))
    const ways = {
      changed: [before, other, after],
      removed: [before, after],
      added: [before, other, bytes.subarray(at)],
    }
    const [way, parts] = Object.entries(ways)[at % 3] ?? assert.fail()
    assert.ok(!(await isValid(Buffer.concat(parts))), `byte ${at} was ${way}`)
  }
  assert.ok(!(await isValid(Buffer.concat([bytes, Buffer.from('\n')]))), 'a byte was added at the end')
  // Another spelling of the same base64.
  const { value } = evidence.signature
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = alphabet.indexOf(value[85])
  const respelled = `${value.slice(0, 85)}${alphabet[last + 1]}==`
  assert.deepEqual(Buffer.from(respelled, 'base64'), Buffer.from(value, 'base64'))
  assert.ok(!(await isValid(Buffer.from(bytes.toString().replace(value, respelled)))))
})

test('a document that is nested without end, or no JSON, is not valid, and says so', async () => {
  for (const content of [
    '',
    'null',
    '[]',
    '{}',
    '['.repeat(200_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '\u{feff}{}',
  ]) {
    const { valid, why } = await verifyDocument(Buffer.from(content), keys)
    assert.deepEqual([valid, typeof why], [false, 'string'])
  }
})

test('/verify.html checks from a disk, without a network', async () => {
  const answer = await fetch(`${stage.service.urls.uae}/verify.html`)
  const page = join(folder, 'verify.html')
  writeFileSync(page, await answer.text())
  const changed = join(folder, 'changed.json')
  writeFileSync(changed, readFileSync(file, 'utf8').replace('CLOSED', 'closed'))
  const browser = await openBrowser()
  try {
    for (const address of [pathToFileURL(page).href, `${stage.service.urls.uae}/verify.html`]) {
      const tab = await browser.newPage()
      const errors: string[] = []
      tab.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
      await tab.goto(address)
      const verdict = tab.getByRole('status')
      await tab.locator('#keys').setInputFiles(keysFile)
      await tab.locator('#evidence').setInputFiles(file)
      await verdict.filter({ hasText: /^Valid/ }).waitFor()
      await tab.getByText('300.00 AED').waitFor()
      await tab.locator('#evidence').setInputFiles(changed)
      await verdict.filter({ hasText: /^Not valid: the signature does not belong/ }).waitFor()
      assert.equal(await tab.getByText('300.00 AED').count(), 0)
      assert.deepEqual(errors, [])
      await tab.close()
    }
  } finally {
    await browser.close()
  }
})

test('rotate: what the former key signed stays valid, and the list has both', async () => {
  const former = keys[0]?.kid
  assert.match((await qist('signing-key', 'rotate')).stdout, /^The key \S+ is in /)
  const next = join(folder, 'next.json')
  assert.equal((await qist('evidence', id, '--out', next)).code, 0)
  await fetchKeys()
  assert.equal(keys.length, 2)
  const [current, earlier] = [keys.find(({ until }) => until === null), keys.find(({ until }) => until !== null)]
  assert.equal(earlier?.kid, former)
  assert.equal(JSON.parse(readFileSync(next, 'utf8')).signature.key_id, current?.kid)
  assert.equal((await verify(file, next)).code, 0)
})

test('an unknown payment exits 1 and writes nothing', async () => {
  const { code, stdout } = await qist('evidence', '00000000-0000-4000-8000-000000000000')
  assert.deepEqual([code, stdout], [1, ''])
})
