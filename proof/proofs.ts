import { run as certifiedShops } from './certified-shops.ts'
import { run as codeGuesses } from './code-guesses.ts'
import type { Proof } from './context.ts'
import { run as droppedAnswers } from './dropped-answers.ts'
import { run as erasedCustomers } from './erased-customers.ts'
import { run as failover } from './failover.ts'
import { run as frozenConnections } from './frozen-connections.ts'
import { run as fuzz } from './fuzz.ts'
import { run as inject } from './inject-faults.ts'
import { run as keyPermissions } from './key-permissions.ts'
import { run as killCollections } from './kill-collections.ts'
import { run as killEverything } from './kill-everything.ts'
import { run as killSender } from './kill-sender.ts'
import { run as killService } from './kill-service.ts'
import { run as lateAnswers } from './late-answers.ts'
import { run as leftBySandbox } from './left-by-sandbox.ts'
import { run as linearizable } from './linearizable.ts'
import { run as lockedRows } from './locked-rows.ts'
import { run as modelRuns } from './model-runs.ts'
import { run as oneReference } from './one-reference.ts'
import { run as pageCosts } from './page-costs.ts'
import { run as parallelAmounts } from './parallel-amounts.ts'
import { run as paymentSize } from './payment-size.ts'
import { run as planHistories } from './plan-histories.ts'
import { run as plantedSecrets } from './planted-secrets.ts'
import { run as randomDatabases } from './random-databases.ts'
import { run as refusalCosts } from './refusal-costs.ts'
import { run as reservedNames } from './reserved-names.ts'
import { run as rollingRestart } from './rolling-restart.ts'
import { run as rollingUpgrade } from './rolling-upgrade.ts'
import { run as rounding } from './rounding.ts'
import { run as signedEvidence } from './signed-evidence.ts'
import { run as simulatedMonth } from './simulated-month.ts'
import { run as soak } from './soak.ts'
import { run as strangerBytes } from './stranger-bytes.ts'
import { run as otherEyes } from './tenant-isolation.ts'
import { run as wrongSettings } from './wrong-settings.ts'

/** Every proof, in the order of runs and reports. */
export const proofs: readonly Proof[] = [
  { id: 'P1', title: '`kill -9` of the service while 32 clients capture, refund and close', run: killService },
  { id: 'P2', title: '`kill -9` of the service and every process of its database at once', run: killEverything },
  {
    id: 'P3',
    title: 'the service stopped, its database connections cut, its database restarted under load',
    run: inject,
  },
  { id: 'P4', title: '50 captures at once, then 50 refunds, of which not all fit', run: parallelAmounts },
  { id: 'P5', title: '100 calls at once with one reference', run: oneReference },
  { id: 'P6', title: 'one answer in ten thrown away after the commit; the client repeats', run: droppedAnswers },
  { id: 'P7', title: 'random lives of payments, disputes and the clock against a model of the rules', run: modelRuns },
  {
    id: 'P9',
    title: 'the sender killed during notifications to a receiver that fails three times in ten',
    run: killSender,
  },
  {
    id: 'P10',
    title:
      'every operation with no key, public ones, another region, mode or merchant, and with borrowed ids; every page and form of both back offices without a session, by another merchant, mode or role, and forged',
    run: otherEyes,
  },
  { id: 'P11', title: 'valid, mutated and broken requests to every operation', run: fuzz },
  {
    id: 'P12',
    title: '50 planted secrets searched for in database, files, logs, metrics and errors',
    run: plantedSecrets,
  },
  { id: 'P13', title: 'two processes on one database, restarted one after the other under load', run: rollingRestart },
  {
    id: 'P14',
    title:
      'the primary of three database servers under Patroni and HAProxy killed, switched over, frozen and cut off from etcd under load',
    run: failover,
  },
  {
    id: 'P15',
    title: 'merchants name captures and refunds as the service names its own; a payment that can never be settled',
    run: reservedNames,
  },
  {
    id: 'P16',
    title: 'the cost of the slowest bodies within 1 MiB, in steps and in bytes of the answer',
    run: refusalCosts,
  },
  {
    id: 'P17',
    title: 'payments filled up to their limits: accepted movements, stored bytes and notifications',
    run: paymentSize,
  },
  { id: 'P18', title: 'rows of one merchant locked from outside while it and others work', run: lockedRows },
  {
    id: 'P19',
    title: 'connections to the database that fall silent under load: all, of a batch, of a loop',
    run: frozenConnections,
  },
  {
    id: 'P20',
    title: 'a card processor that answers late or never, and a service that is killed; their books are compared',
    run: lateAnswers,
  },
  { id: 'P21', title: 'starts with every wrong setting, and on databases that do not fit', run: wrongSettings },
  {
    id: 'P22',
    title:
      'a soak: a mixed load with locks, stops, silent and cut connections, reserved names and hostile bodies in turn',
    run: soak,
  },
  {
    id: 'P24',
    title:
      '`kill -9` of three processes and their database while an instalment of many payments falls due, and refunds',
    run: killCollections,
  },
  { id: 'P23', title: 'random histories of plans', run: planHistories },
  {
    id: 'P25',
    title:
      'a month of stores in three currencies, by their clocks: settlements, payouts and ledger follow from the payments',
    run: simulatedMonth,
  },
  { id: 'P26', title: 'no false alarms: the doctor on 100 random databases', run: randomDatabases },
  {
    id: 'P27',
    title: 'the previous version and this one on one database under load: upgrade, way back, and upgrade again',
    run: rollingUpgrade,
  },
  {
    id: 'P28',
    title: 'a sandbox in which a stranger and the operator write at random; the rows of both in production',
    run: leftBySandbox,
  },
  {
    id: 'P29',
    title:
      'codes of one phone guessed in many sessions and browsers, at checkout and account, on two processes at once',
    run: codeGuesses,
  },
  {
    id: 'P30',
    title: 'every operation with keys of one permission, of all but one, and in the full form of every set',
    run: keyPermissions,
  },
  { id: 'P31', title: 'many small captures and refunds: fees and VAT match an independent formula', run: rounding },
  {
    id: 'P32',
    title: 'strangers store as much as they can, with a public key and without one: every operation and page',
    run: strangerBytes,
  },
  {
    id: 'P33',
    title:
      'the cost of the pages of a merchant with very many and very large objects, in steps and in bytes of the answer',
    run: pageCosts,
  },
  {
    id: 'P34',
    title: 'evidence of payments is valid by the published keys; each changed, removed or added byte of it is found',
    run: signedEvidence,
  },
  {
    id: 'P35',
    title: 'customers who are erased while they and others live: every column and file searched for their values',
    run: erasedCustomers,
  },
  {
    id: 'P36',
    title: 'shops with one flaw each, and shops without one, are certified over several seeds',
    run: certifiedShops,
  },
  { id: 'P8', title: 'linearizability of the histories recorded in P1 to P4, P6, P13 and P27', run: linearizable },
]
