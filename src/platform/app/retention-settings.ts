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
  /** Personal data of purchases after their last movement, if the customer asks to be erased; Infinity: for good. */
  readonly personalDays: number
  /** Sandbox: journals. */
  readonly journalDays: number
  /** Sandbox: messages in the outbox. */
  readonly outboxHours: number
}

type DaysSetting = Exclude<keyof RetentionSettings, 'personalDays'>

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
} as const satisfies Record<DaysSetting, readonly [string, number, readonly [number, number], string]>

const personal: Variable = {
  name: 'PERSONAL_DAYS',
  fallback: '`3650`',
  meaning:
    'days after the last movement of a purchase for which its personal data are kept, even if its customer asks to be erased: 0 to 36500, or `never` to erase no purchase',
}

export const retentionVariables: readonly Variable[] = [
  ...Object.values(settings).map(([name, fallback, , meaning]) => ({ name, fallback: `\`${fallback}\``, meaning })),
  personal,
]

export function readRetention(env: Environment): RetentionSettings {
  const read = (setting: DaysSetting): number => {
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
    personalDays: readPersonalDays(env),
    journalDays: read('journalDays'),
    outboxHours: read('outboxHours'),
  }
}

function readPersonalDays(env: Environment): number {
  const { name } = personal
  if (env.value(name) === 'never') return Number.POSITIVE_INFINITY
  return env.wholeNumber(name, 3_650, [0, 36_500], 'a whole number of days, 0 to 36500, or never')
}
