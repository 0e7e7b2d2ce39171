import { dueCharges } from './checkout/charges/due-charges.ts'
import { dueDisputes } from './disputes/deadlines/due-disputes.ts'
import type { DueWork } from './due/due.ts'
import { duePayments } from './payments/due-payments.ts'

/** All that falls due by itself. */
export const dueWorks: readonly DueWork[] = [duePayments, dueDisputes, dueCharges]
