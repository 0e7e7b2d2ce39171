import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { freePort } from '../../testkit/listen.ts'
import { type Agent, openAgent } from '../support/agent.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { cleanUp } from '../support/service-process.ts'
import { newShopFolder, openShopProcess, type ShopFolder } from './shop-folder.ts'

// A script does what a coding agent does with `qist mcp`: it certifies the example shop, and finds what is wrong with it.
let api: TestApi
let folder: ShopFolder
before(async () => {
  api = await openTestApi({ workers: true, runs: true })
  folder = newShopFolder()
})
after(async () => {
  folder.remove()
  await api.close()
})

/** A shop that runs, and an agent at its sandbox. */
interface Integration {
  readonly agent: Agent
  /** Has the shop open a checkout session for the buyer of the scenario, with the shop's own command. */
  order(waits: Record<string, string>): Promise<void>
}

/** Starts the shop in this folder for a new merchant. */
async function openIntegration(path: string): Promise<Integration> {
  const merchant = await api.newMerchant({ merchantCode: 'AE' })
  const port = String(await freePort())
  const sandbox = { QIST_URL: api.service.urls.uae, QIST_SECRET_KEY: merchant.keys.test.secret }
  const own = { PORT: port, SHOP_URL: `http://localhost:${port}`, SHOP_DATA: join(path, 'data') }
  const env = { ...sandbox, ...own, OFFICE_PASSWORD: 'secret' }
  await openShopProcess({ ...folder, path }, env)
  return {
    agent: await openAgent(sandbox),
    async order({ scenario, merchant_code, buyer_phone, buyer_email }) {
      const buyer = { QIST_SCENARIO: scenario, QIST_MERCHANT_CODE: merchant_code, QIST_BUYER_PHONE: buyer_phone }
      const ordering = { ...process.env, ...env, ...buyer, QIST_BUYER_EMAIL: buyer_email }
      const running = spawn(process.execPath, ['place-order.js'], { cwd: path, env: ordering, stdio: 'pipe' })
      const [errors, [code]] = await Promise.all([text(running.stderr), once(running, 'close')])
      assert.equal(code, 0, errors)
    },
  }
}

/** Plays a run to its end. Returns its last reading. */
async function certify({ agent, order }: Integration, scenarios: readonly string[]) {
  let run = await agent.call('start_certificate', { scenarios, seed: 11, idle: 'PT2S' })
  while (run.status !== 'finished') {
    const { waits_for: waits } = run
    for (let count = 0; count < (waits?.orders ?? 0); count += 1) await order(waits)
    run = await agent.call('read_certificate', { id: run.id, played: waits?.scenario ?? scenarios.at(-1) })
  }
  return run
}

interface Result {
  readonly check: string
  readonly result: string
}

const namesOf = (results: readonly Result[], ...of: readonly string[]): string[] =>
  results.filter(({ result }) => of.includes(result)).map(({ check }) => check)

test('an agent certifies the example shop', async () => {
  const { results, findings, badge } = await certify(await openIntegration(folder.path), ['plain', 'conflict'])
  assert.deepEqual(findings, [])
  assert.deepEqual(namesOf(results, 'failed', 'warning', 'review'), [])
  const core = ['M1', 'M4', 'M5', 'W1', 'W2', 'P1', 'P9']
  assert.deepEqual(
    core.filter((name) => !namesOf(results, 'passed').includes(name)),
    [],
  )
  assert.match(badge, /^passed \d+ of 16 core checks here/)
})

test('an agent reads what is wrong with a broken shop, and mends it', async () => {
  const path = `${folder.path}-broken`
  cleanUp(() => rmSync(path, { recursive: true, force: true }))
  cpSync(folder.path, path, { recursive: true })
  const file = join(path, 'ship.js')
  const source = readFileSync(file, 'utf8')
  // An amount with three decimals, in a currency of two.
  writeFileSync(file, source.replace('      amount,\n', "      amount: amount + '0',\n"))
  const integration = await openIntegration(path)
  const { results, findings } = await certify(integration, ['plain'])
  assert.deepEqual(namesOf(results, 'failed'), ['P9'])
  const finding = findings.find(({ check }: { check: string }) => check === 'P9')
  assert.equal(finding.requirement, 'The shop gets its captures accepted.')
  assert.match(finding.advice, /send the amount as the payment has it: as a text, in the decimals of its currency/)
  await readWhy(integration.agent, finding)
  writeFileSync(file, source)
  const mended = await certify(await openIntegration(path), ['plain'])
  assert.deepEqual([namesOf(mended.results, 'failed'), namesOf(mended.results, 'passed').includes('P9')], [[], true])
})

/** Reads the request of the finding, what its error means, and the guide. */
async function readWhy(agent: Agent, { request_ids: ids, guide }: { request_ids: string[]; guide: string }) {
  const entry = await agent.read('read_journal_entry', { request_id: ids[0] })
  const [{ operation, request, answer }] = JSON.parse(entry).entries
  assert.deepEqual([operation, request.body.amount.split('.')[1]], ['capturePayment', '000'])
  const { known } = await agent.call('explain_error', { error: answer.body.errors[0].message })
  assert.match(known[0].what_to_do, /no more decimals than the currency has/)
  const [page, section] = guide.replace('/docs/', '').split('#')
  assert.match(await agent.read('read_docs', { page, section }), /^## P9: /)
}
