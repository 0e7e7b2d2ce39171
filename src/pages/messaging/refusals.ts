import { badData } from '../../platform/base/refusals.ts'

export const refusals = {
  wrongPrice: badData('price must be a positive decimal number with the decimals of the currency'),
  wrongCurrency: badData('currency must be that of the store'),
}
