import type { Readable } from 'node:stream'
import type { App } from '../../platform/app/app.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { findSavedCard } from '../charges/saved-cards.ts'
import { fileEndings } from '../disputes/attachments/attachment.ts'
import { listAttachments, readAttachment } from '../disputes/attachments/attachments.ts'
import { findBlocksOf } from '../risk/service-blocks.ts'
import { type PaymentRecord, readPaymentRecord } from './customer-record.ts'
import { type Customer, type CustomerPayment, findCustomerPayments } from './find-purchases.ts'
import { type DataPurpose, purposesOf } from './purposes.ts'

/** Everything that is kept of a customer, as `customer.json` has it. */
export interface CustomerExport {
  readonly format: 'qist-customer/1'
  readonly issued_at: string
  readonly customer: {
    readonly phone: string
    readonly mode: 'live' | 'test'
    readonly names: string[]
    readonly emails: string[]
  }
  readonly purposes: readonly DataPurpose[]
  readonly purchases: readonly object[]
  readonly messages: readonly object[]
  readonly decisions: readonly object[]
  readonly disputes: readonly object[]
  readonly visits: readonly object[]
  readonly other: object
}

/** A file that the customer gave. */
export interface CustomerFile {
  readonly name: string
  /** Opens its content. */
  open(): Promise<Readable>
}

/** What is kept of a customer, the customer's files, and the language of the latest purchase. */
export interface ExportedCustomer {
  readonly record: CustomerExport
  readonly files: readonly CustomerFile[]
  readonly language: 'en' | 'ar'
}

/** Reads everything that is kept of a customer; undefined for an unknown phone (docs/contract/terms.md#export). */
export async function exportCustomer(app: App, customer: Customer): Promise<ExportedCustomer | undefined> {
  const payments = await findCustomerPayments(app, customer)
  const records: PaymentRecord[] = []
  const files: CustomerFile[] = []
  // One after the other: a long life must not take all connections.
  for (const payment of payments) {
    const record = await readPaymentRecord(app, customer, payment)
    if (record === undefined) continue
    records.push(record)
    if (record.fileIds.length > 0) files.push(...(await filesOf(app, payment, record.fileIds)))
  }
  if (records.length === 0) return undefined
  const all = <Part>(of: (record: PaymentRecord) => readonly Part[]): Part[] => records.flatMap(of)
  const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)
  return {
    language: records.at(-1)?.language ?? 'en',
    files,
    record: {
      format: 'qist-customer/1',
      issued_at: formatSeconds(app.clock.now()),
      customer: {
        ...{ phone: customer.phone, mode: customer.isTest ? 'test' : 'live' },
        ...{ names: distinct(all(({ name }) => [name])), emails: distinct(all(({ emails }) => emails)) },
      },
      purposes: purposesOf(app.config),
      purchases: records.map(({ purchase }) => purchase),
      messages: all(({ messages }) => messages),
      decisions: all(({ decisions }) => decisions),
      disputes: all(({ disputes }) => disputes),
      visits: all(({ visits }) => visits),
      other: await otherOf(app, customer, payments),
    },
  }
}

async function filesOf(app: App, { actor }: CustomerPayment, ids: readonly string[]): Promise<CustomerFile[]> {
  return [...(await listAttachments(app, actor, ids)).values()].map(({ id, contentType }) => ({
    name: `${id}.${fileEndings[contentType]}`,
    open: async () => (await readAttachment(app, actor, id)).content,
  }))
}

// Cards that are saved for the next purchase, by merchant, and blocks of the phone.
async function otherOf(app: App, { phone, isTest }: Customer, payments: readonly CustomerPayment[]): Promise<object> {
  const merchantIds = [...new Set(payments.map(({ actor }) => actor.merchantId))]
  const cards = await Promise.all(
    merchantIds.map(async (merchantId) => {
      const saved = await findSavedCard(app, { merchantId, isTest, phone })
      return saved === undefined
        ? []
        : [{ merchant_id: merchantId, brand: saved.card.brand, last_four: saved.card.lastFour }]
    }),
  )
  const blocks = await findBlocksOf(app, phone)
  return {
    saved_cards: cards.flat(),
    blocked_by_the_service: blocks.byService,
    blocked_by_merchants: blocks.merchantIds.filter((id) => merchantIds.includes(id)),
  }
}
