import type { App } from '../../platform/app/app.ts'
import { processorOf } from '../charges/processor.ts'
import type { Payment } from './payment.ts'

/** In which steps the payment's card can be charged and paid back, in minor units. */
export function cardStepOf(app: App, { isTest, currency }: Pick<Payment, 'isTest' | 'currency'>): bigint {
  return processorOf(app, isTest).limits(currency).stepMinor
}
