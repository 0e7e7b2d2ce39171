import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeRisk } from '../src/money/risk/change-risk.ts'
import type { Contact } from '../src/money/risk/contact.ts'
import { issueKey } from '../src/platform/merchants/keys/issue-key.ts'
import { changeStore } from '../src/platform/merchants/stores/change-store.ts'
import { newBackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import { runQist } from '../testkit/command.ts'
import type { Random } from '../testkit/random.ts'
import { emptied, excused, marked } from '../testkit/sandbox-tables.ts'
import { type Stranger, strangersWrites } from '../testkit/sandbox-writes.ts'
import { openShop } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { startService } from './service.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** The operator's writes, which must remain in production. */
interface OperatorsState {
  readonly id: string
  readonly keys: string[]
  fee: number
  iban: string
  ordersPerDay: number
  readonly blocked: string[]
}

const ibans = ['SA0380000000608010167519', 'GB82WEST12345698765432', 'DE89370400440532013000']

/**
 * P28: a stranger and the operator write in turn, at random, in a sandbox. In production nothing of the stranger
 * remains, and all of the operator does.
 */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p28', { env: { WEBHOOK_HOSTS: 'evil.test=127.0.0.1:9' } })
  const dataDir = join(context.folder, 'p28')
  const qist = (...args: string[]) => runQist(environment.databaseUrl, dataDir, ...args)
  const violations: string[] = []
  const random = context.random('p28')
  try {
    const own = await createMerchant(qist)
    const by = await letIn(environment, qist, own)
    const names = Object.keys(strangersWrites).filter((name) => name !== 'key')
    // Each write once, and then as many again at random.
    const steps = [...names, ...Array.from({ length: context.size(12, 300) }, () => random.pick(names))]
    for (const name of shuffled(steps, random)) {
      await strangersWrites[name]?.(by)
      if (random.chance(0.3)) await writeAsOperator(environment, own, random)
    }
    const isFullRun = !context.isQuick && context.breakage === undefined
    // A command starts a process, so short runs issue no further key.
    if (isFullRun) own.keys.push(JSON.parse((await qist(...issue(own))).stdout).key)
    await environment.service.stop()
    const listed = await qist('production', 'prepare', '--json')
    const found = listed.code === 1 ? JSON.parse(listed.stdout).found.remains.length : 0
    const prepared = await qist('production', 'prepare', '--yes')
    if (prepared.code !== 0) violations.push(`it could not be prepared: ${prepared.stderr}`)
    violations.push(...(await findLeft(environment)), ...(await findLost(environment, own)))
    violations.push(...(await tryInProduction(context, environment, dataDir, own, by)))
    const again = (await qist('production', 'prepare', '--yes')).stdout
    if (!again.startsWith('Nothing of a sandbox is left')) violations.push(`prepared again, it changes: ${again}`)
    const counts = {
      'writes of a stranger': steps.length + 1,
      'kinds of writes': names.length + 1,
      'kinds found': found,
    }
    return { counts, violations }
  } finally {
    await environment.close()
  }
}

type Qist = (...args: string[]) => ReturnType<typeof runQist>

async function createMerchant(qist: Qist): Promise<OperatorsState> {
  const create = ['merchant', 'create', '--name', 'Own', '--region', 'uae', '--store', 'main:AE', '--json']
  const { id, keys } = JSON.parse((await qist(...create)).stdout)
  const money = ['--fee-percent', '1.00', '--beneficiary-name', 'Own LLC', '--beneficiary-iban', ibans[0] ?? '']
  await qist('store', 'set', '--merchant', id, '--code', 'main', ...money)
  return {
    id,
    keys: [keys.live.secret, keys.test.secret],
    fee: 100,
    iban: ibans[0] ?? '',
    ordersPerDay: 0,
    blocked: [],
  }
}

const issue = ({ id }: OperatorsState): string[] => ['key', 'issue', '--merchant', id, '--mode', 'live', '--json']

// The operator invites an admin of the merchant, and the stranger gets the link.
async function letIn({ service, records }: TestEnvironment, qist: Qist, { id }: OperatorsState): Promise<Stranger> {
  const whom = ['--email', 'stranger@evil.example', '--role', 'admin', '--json']
  const { link } = JSON.parse((await qist('person', 'invite', '--merchant', id, ...whom)).stdout)
  const baseUrl = service.urls.uae
  const admin = newBackOfficeVisitor(baseUrl)
  const { pathname, search } = new URL(link)
  await admin.get(pathname + search)
  await admin.send(pathname + search, { password: 'violet-otter-seven' })
  const agent = await signInAt(baseUrl, 'agent@support.test', 'support')
  const by = { baseUrl, merchantId: id, admin, agent, query: records.query, keys: [], pages: [] }
  await strangersWrites['key']?.(by)
  return by
}

// Writes as a command does, in this process, on a connection that sets no marks.
async function writeAsOperator({ records }: TestEnvironment, own: OperatorsState, random: Random): Promise<void> {
  const { app } = records
  const { id } = own
  const writes: readonly (() => Promise<void>)[] = [
    async () => {
      const { key } = await issueKey(app, id, { kind: 'secret', isTest: random.chance(0.5) })
      own.keys.push(key)
    },
    async () => {
      own.fee = random.between(0, 900)
      await changeStore(app, id, 'main', ({ feeRates }) => ({ feeRates: { ...feeRates, percent: own.fee } }))
    },
    async () => {
      own.iban = random.pick(ibans)
      await changeStore(app, id, 'main', () => ({ beneficiary: { name: 'Own LLC', iban: own.iban } }))
    },
    async () => {
      own.ordersPerDay = random.between(500, 900)
      const change = { max_orders_per_day: own.ordersPerDay }
      await changeRisk(app, { merchantId: id, isTest: false }, (now) => ({
        ...now,
        rules: { ...now.rules, ...change },
      }))
    },
    async () => {
      const contact = `own-${own.blocked.length}@shop.example` as Contact
      own.blocked.push(contact)
      await changeRisk(app, { merchantId: id, isTest: false }, (now) => ({
        ...now,
        blocked: [...now.blocked, contact],
      }))
    },
  ]
  await random.pick(writes)()
}

async function findLeft({ records: { query } }: TestEnvironment): Promise<string[]> {
  const count = async (table: string, condition: string): Promise<number> =>
    Number((await query(`select count(*) from ${table} as row where ${condition}`))[0]?.['count'])
  const found: string[] = []
  for (const [table, isLeft] of Object.entries(marked)) {
    const left = await count(table, isLeft)
    if (left > 0) found.push(`${left} rows of a sandbox are left in ${table}`)
  }
  for (const table of emptied) if ((await count(table, 'true')) > 0) found.push(`${table} is not empty`)
  const known = [...Object.keys(marked), ...emptied, ...Object.keys(excused)]
  const tables = await query(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const name of tables.map((row) => String(row['name'])).filter((name) => !known.includes(name))) {
    if ((await count(name, 'true')) > 0)
      found.push(`a sandbox has written in ${name}, and nobody says what becomes of it`)
  }
  return found
}

async function findLost({ records: { query } }: TestEnvironment, own: OperatorsState): Promise<string[]> {
  const [row] = await query(
    `select fee_percent || ' ' || fee_fixed_minor || ' ' || beneficiary_iban || ' ' || largest_order_minor || ' ' ||
       session_seconds as settings, coalesce(logo, '') as logo,
       coalesce((select rules::jsonb - 'x' from risk_rules as rule
         where rule.merchant_id = stores.merchant_id and not is_test and scope_id = stores.merchant_id), '{}') as rules,
       array(select contact from risk_blocks as block
         where block.merchant_id = stores.merchant_id and not is_test order by id) as blocked
     from stores where merchant_id = '${own.id}' and merchant_code = 'main'`,
  )
  const rules = own.ordersPerDay === 0 ? {} : { max_orders_per_day: own.ordersPerDay }
  const expected = { settings: `${own.fee} 0 ${own.iban} 5000000 1200`, logo: '', rules, blocked: own.blocked }
  const [is, shouldBe] = [JSON.stringify(row), JSON.stringify(expected)]
  return is === shouldBe ? [] : [`the operator has set ${shouldBe}, and there is ${is}`]
}

async function tryInProduction(
  context: Context,
  { databaseUrl }: TestEnvironment,
  dataDir: string,
  own: OperatorsState,
  by: Stranger,
): Promise<string[]> {
  const SECRETS_KEY = readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    QIST_MODE: 'production',
    SECRETS_KEY,
    SIGNING_KEY: SECRETS_KEY,
  }
  const production = await startService(context, env).catch((error: Error) => error)
  if (production instanceof Error) return [`production does not start: ${production.message}`]
  try {
    const wrong: string[] = []
    const statusOf = async (key: string): Promise<number> =>
      (await openShop(production.urls.uae, key).call('GET', '/api/v2/payments')).status
    for (const key of by.keys) {
      const status = await statusOf(key)
      if (status !== 401) wrong.push(`a stranger's key is left in production: it gets ${status}`)
    }
    for (const key of own.keys) {
      const status = await statusOf(key)
      if (status !== 200) wrong.push(`a key of the operator's is lost: it gets ${status}`)
    }
    for (const page of by.pages) {
      const shown = await (await fetch(page.replace(by.baseUrl, production.urls.uae))).text()
      if (shown.includes('name="phone"')) wrong.push('a checkout session of a sandbox is left open')
    }
    return wrong
  } finally {
    await production.stop()
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
