import type { Config } from '../../platform/app/config.ts'

/** Why something is kept, and until when. */
export interface DataPurpose {
  readonly data: string
  readonly purpose: string
  /** In words: the times count from each purchase, message or visit. */
  readonly kept_until: string
}

/** Returns why personal data is kept, and for how long, by the settings of this service. */
export function purposesOf({ unfinishedDays, messageDays, notificationDays, personalDays }: Config): DataPurpose[] {
  const ofPurchase = Number.isFinite(personalDays)
    ? `as long as the purchase is kept, or, if you ask to be erased, ${personalDays} days after its last movement`
    : 'as long as the purchase is kept'
  return [
    {
      data: 'purchases: order, name, e-mail, phone, addresses, items, plan, charges, returns, what was agreed to',
      purpose: 'the contract between customer, shop and service; accounts and the duties of law that follow from it',
      kept_until: ofPurchase,
    },
    {
      data: 'orders that were never paid, and the visit to their page',
      purpose: 'to finish the order, and to explain why it was refused',
      kept_until: `${unfinishedDays} days after the order`,
    },
    {
      data: 'text messages about a purchase',
      purpose: 'to show what the customer was told',
      kept_until: `${messageDays} days after the purchase`,
    },
    {
      data: 'notifications to the shop about the purchase',
      purpose: 'to tell the shop what happened, and to prove it',
      kept_until: `${notificationDays} days after they were sent`,
    },
    {
      data: 'decisions before the payment page opened',
      purpose: 'to decide about an order, and to explain the decision',
      kept_until: ofPurchase,
    },
    {
      data: 'disputes with their texts and files',
      purpose: 'to decide the dispute, and to show how it was decided',
      kept_until: ofPurchase,
    },
    {
      data: 'the saved card: brand, last four digits, a token of the card processor',
      purpose: "later payments of the plan, and the customer's next purchase",
      kept_until: 'until another card takes its place, or you ask to be erased',
    },
  ]
}
