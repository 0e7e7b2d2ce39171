import type { Environment, Variable } from './environment.ts'

/** Retention times. */
export interface RetentionSettings {
  /** Finished notifications, with their attempts. */
  readonly notificationDays: number
  /** Unfinished sessions, with their payments. */
  readonly unfinishedDays: number
  /** Long members of unfinished payments: items, descriptions, earlier orders, `meta`, attachment, addresses. */
  readonly unfinishedBodyDays: number
  /** Text messages about a purchase, counted from the purchase. */
  readonly messageDays: number
  /** Sandbox: journals. */
  readonly journalDays: number
  /** Sandbox: messages in the outbox. */
  readonly outboxHours: number
}

/** The variable of each setting: name, default, bounds and meaning. */
const settings = {
  notificationDays: ['NOTIFICATION_DAYS', 90, [1, 36_500], 'days for which notifications that are over are kept'],
  unfinishedDays: [
    'UNFINISHED_DAYS',
    400,
    [30, 36_500],
    'days for which sessions that nobody finished are kept, with their payments; never less than `NOTIFICATION_DAYS`',
  ],
  unfinishedBodyDays: [
    'UNFINISHED_BODY_DAYS',
    7,
    [1, 36_500],
    'days after which items, descriptions, earlier orders, `meta`, attachment and addresses of such payments are removed; never more than `UNFINISHED_DAYS`',
  ],
  messageDays: [
    'MESSAGE_DAYS',
    400,
    [30, 36_500],
    'days after a purchase for which the text messages about it are kept',
  ],
  journalDays: ['JOURNAL_DAYS', 7, [1, 365], 'sandbox: days for which entries of the journal are kept'],
  outboxHours: ['OUTBOX_HOURS', 1, [1, 720], 'sandbox: hours for which text messages stay in the outbox'],
} as const satisfies Record<keyof RetentionSettings, readonly [string, number, readonly [number, number], string]>

export const retentionVariables: readonly Variable[] = Object.values(settings).map(([name, fallback, , meaning]) => ({
  name,
  fallback: `\`${fallback}\``,
  meaning,
}))

export function readRetention(env: Environment): RetentionSettings {
  const read = (setting: keyof RetentionSettings): number => {
    const [name, fallback, [least, most]] = settings[setting]
    const unit = name.endsWith('HOURS') ? 'hours' : 'days'
    return env.wholeNumber(name, fallback, [least, most], `a whole number of ${unit}, ${least} to ${most}`)
  }
  const notificationDays = read('notificationDays')
  // A notification refers to its payment, so the payment must stay as long.
  const unfinishedDays = Math.max(read('unfinishedDays'), notificationDays)
  return {
    notificationDays,
    unfinishedDays,
    unfinishedBodyDays: Math.min(read('unfinishedBodyDays'), unfinishedDays),
    messageDays: read('messageDays'),
    journalDays: read('journalDays'),
    outboxHours: read('outboxHours'),
  }
}
