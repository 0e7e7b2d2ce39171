import { openClient, succeed } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import { checkoutBody, newMerchant } from '../testkit/shop.ts'
import { failureOf, retry } from '../testkit/timeouts.ts'
import { newPayment } from './new-payment.ts'
import { captureSoon } from './reserved-movements.ts'
import { metricIn } from './soak-samples.ts'
import type { TestEnvironment } from './test-environment.ts'

const waves = 3
const listsEachWave = 20
/** Upper limit of tries with a growing backoff, during all lists and sweeps of this check. */
const maxAttempts = 15

/**
 * Checks a payment that can never be settled. The sweep and its merchant's lists skip it, and everything else is
 * settled. The failure is counted, and retries have a growing backoff.
 */
export async function checkUnsettleable(environment: TestEnvironment, timeoutMs: number): Promise<string[]> {
  const { records, service } = environment
  const merchant = await newMerchant(environment.client)
  const client = openClient(service.urls.uae, merchant.keys.live.secret, 16)
  const wrong: string[] = []
  try {
    await captureSoon(environment, merchant.id)
    const body = checkoutBody('main', 'AED', '100.00')
    const stuck: string = succeed(await client.call('POST', '/api/v2/checkout', body)).body.payment.id
    await records.query(plant(stuck))
    // On a slow machine the payment is due before this call is answered, and the call fails. The first try shows that
    // it was authorized.
    await client.call('POST', `/sandbox/payments/${stuck}/authorize`)
    await retry('it is tried', async () => (await countTries(environment)) > 0, { timeoutMs })
    for (let wave = 0; wave < waves && wrong.length === 0; wave += 1) {
      await inParallel(5, () => newPayment(client, 100_00, 'main'))
      const left = `select from payments where merchant_id = '${merchant.id}' and status <> 'CLOSED' and id <> '${stuck}'`
      const settled = records.waitUntilNone('what is due behind a payment that cannot be settled is', left, {
        timeoutMs,
      })
      wrong.push(...(await failureOf(settled)))
      // One after the other: of several lists at the time of the next try, each might try.
      const lists = await inParallel(listsEachWave, () => client.call('GET', '/api/v2/payments?limit=20'), 1)
      const failed = lists.find(({ status }) => status !== 200)
      if (failed !== undefined)
        wrong.push(`a list with a payment that cannot be settled was answered with ${failed.status}`)
    }
    const tries = await countTries(environment)
    if (tries > maxAttempts) wrong.push(`a payment that cannot be settled was tried ${tries} times, and not ever later`)
    const metrics = (await client.call('GET', '/metrics')).text
    const failures = metricIn(metrics, 'qist_due_failures_total')
    if (failures === 0) wrong.push('the metrics do not say that a payment cannot be settled')
    await records.query('drop trigger proof_refuse on payments; drop function proof_refuse; drop sequence proof_tries')
    const isClosed = async (): Promise<boolean> => {
      const { status, body: payment } = await client.call('GET', `/api/v2/payments/${stuck}`)
      return status === 200 && payment.status === 'CLOSED'
    }
    await retry('it is settled when nothing is in its way', isClosed, { pauseMs: 200, timeoutMs })
    return wrong
  } finally {
    await client.close()
  }
}

/**
 * Makes every later change of this payment fail once it is authorized. A sequence counts the tries, because it survives
 * a rollback.
 */
function plant(id: string): string {
  return `create sequence proof_tries; grant usage on sequence proof_tries to qist_service;
    create function proof_refuse() returns trigger language plpgsql as $$
      begin
        perform nextval('proof_tries');
        raise exception 'planted by the proof' using errcode = 'check_violation';
      end
    $$;
    create trigger proof_refuse before update on payments for each row
      when (old.id = '${id}' and old.status = 'AUTHORIZED') execute function proof_refuse()`
}

async function countTries({ records }: TestEnvironment): Promise<number> {
  const [row] = await records.query('select case when is_called then last_value else 0 end as tries from proof_tries')
  return Number(row?.['tries'])
}
