import { badData } from '../base/refusals.ts'

export const refusals = {
  forged: badData('signature is wrong'),
}
