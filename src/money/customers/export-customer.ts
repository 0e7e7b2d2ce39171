import type { Readable } from 'node:stream'
import type { App } from '../../platform/app/app.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { listSavedCards } from '../charges/saved-cards.ts'
import { listCountedMessages } from '../checkout/messages/quota-counts.ts'
import { fileEndings } from '../disputes/attachments/attachment.ts'
import { listAttachments, readAttachment } from '../disputes/attachments/attachments.ts'
import { findBlocksOf } from '../risk/service-blocks.ts'
import { type Customer, type CustomerPayment, findCustomerPayments } from './customer-payments.ts'
import { outlineRecord, type PaymentRecord, readPaymentRecord, type Section, sections } from './customer-record.ts'
import { type DataPurpose, purposesOf } from './purposes.ts'

/** A file that the customer gave. */
export interface CustomerFile {
  readonly name: string
  /** Opens its content. */
  open(): Promise<Readable>
}

/** Everything that is kept of a customer, as `customer.json` has it. */
export interface ExportedCustomer {
  /** The members before the lists. */
  readonly head: {
    readonly format: 'qist-customer/1'
    readonly issued_at: string
    readonly customer: {
      readonly phone: string
      readonly mode: 'live' | 'test'
      readonly names: string[]
      readonly emails: string[]
    }
    readonly purposes: readonly DataPurpose[]
  }
  /** The lists: each member as JSON. */
  readonly lists: Readonly<Record<Section, readonly string[]>>
  readonly other: object
  readonly files: readonly CustomerFile[]
  /** The language of the latest purchase. */
  readonly language: 'en' | 'ar'
}

/** What the asker gets. */
interface ExportScope {
  /** `outline`: of orders that nobody proved to be theirs only the shop, the amount and the time. */
  readonly unproved: 'whole' | 'outline'
  /** Upper limit of the JSON, in characters. Payments above it are counted (`left_out`); proved ones come first. */
  readonly mostCharacters: number
}

/** Reads everything that is kept of a customer; undefined for an unknown phone (docs/contract/terms.md#export). */
export async function exportCustomer(
  app: App,
  customer: Customer,
  scope: ExportScope,
): Promise<ExportedCustomer | undefined> {
  const payments = await findCustomerPayments(app, customer)
  const read = await readRecords(app, customer, payments, scope)
  if (read.names.size === 0) return undefined
  const distinct = (texts: ReadonlySet<string>): string[] => [...texts].filter(Boolean)
  return {
    head: {
      format: 'qist-customer/1',
      issued_at: formatSeconds(app.clock.now()),
      customer: {
        ...{ phone: customer.phone, mode: customer.isTest ? 'test' : 'live' },
        ...{ names: distinct(read.names), emails: distinct(read.emails) },
      },
      purposes: purposesOf(app.config),
    },
    lists: read.lists,
    other: { ...(await otherOf(app, customer, payments)), left_out: read.leftOut },
    files: read.files,
    language: read.language,
  }
}

async function readRecords(
  app: App,
  customer: Customer,
  payments: readonly CustomerPayment[],
  { unproved, mostCharacters }: ExportScope,
) {
  const lists = Object.fromEntries(sections.map((section): [Section, string[]] => [section, []]))
  const read = {
    lists: lists as Record<Section, string[]>,
    ...{ names: new Set<string>(), emails: new Set<string>(), files: [] as CustomerFile[] },
    ...{ language: 'en' as 'en' | 'ar', leftOut: 0 },
  }
  let room = mostCharacters
  const add = async (payment: CustomerPayment, record: PaymentRecord): Promise<void> => {
    read.names.add(record.name)
    const texts = sections.map((section) => [section, record.lists[section].map((one) => JSON.stringify(one))] as const)
    const length = texts.flatMap(([, own]) => own).reduce((sum, one) => sum + one.length, 0)
    if (length > room) {
      read.leftOut += 1
      return
    }
    room -= length
    for (const email of record.emails) read.emails.add(email)
    for (const [section, own] of texts) read.lists[section].push(...own)
    if (record.fileIds.length > 0) read.files.push(...(await filesOf(app, payment, record.fileIds)))
    read.language = record.language
  }
  const later: CustomerPayment[] = []
  // One after the other: a long life must not take all connections, nor the memory for all records.
  for (const payment of payments) {
    const record = await readPaymentRecord(app, customer, payment)
    if (record?.claim === 'proved') await add(payment, record)
    else if (record !== undefined) later.push(payment)
  }
  for (const payment of later) {
    const record = await readPaymentRecord(app, customer, payment)
    if (record !== undefined) await add(payment, unproved === 'whole' ? record : outlineRecord(record))
  }
  return read
}

async function filesOf(app: App, { actor }: CustomerPayment, ids: readonly string[]): Promise<CustomerFile[]> {
  return [...(await listAttachments(app, actor, ids)).values()].map(({ id, contentType }) => ({
    name: `${id}.${fileEndings[contentType]}`,
    open: async () => (await readAttachment(app, actor, id)).content,
  }))
}

// What is kept of the phone beside its payments.
async function otherOf(app: App, { phone, isTest }: Customer, payments: readonly CustomerPayment[]): Promise<object> {
  const merchantIds = [...new Set(payments.map(({ actor }) => actor.merchantId))]
  const [cards, blocks, counted] = await Promise.all([
    listSavedCards(app, { merchantIds, isTest, phone }),
    findBlocksOf(app, phone),
    listCountedMessages(app, phone, isTest),
  ])
  return {
    saved_cards: cards.map(({ merchantId, card, savedAt }) => ({
      ...{ merchant_id: merchantId, brand: card.brand, last_four: card.lastFour },
      ...{ expiry: `${card.expiryMonth}/${card.expiryYear}`, saved_at: formatSeconds(savedAt) },
    })),
    counted_messages: counted,
    blocked_by_the_service: blocks.byService,
    blocked_by_merchants: blocks.merchantIds.filter((id) => merchantIds.includes(id)),
  }
}
