import type { Region } from '../base/market-entries.ts'
import { isOneLine } from '../base/texts.ts'
import type { Environment, Variable } from './environment.ts'

/** The operator of the service, as statements of settlements name it. */
export interface Operator {
  readonly name: string
  /** Empty if it is not set. */
  readonly address: string
  /** Empty if it is not set. */
  readonly taxNumber: string
}

export interface OperatorSettings {
  /** The operator in each region; undefined if it is not set. */
  readonly operators: Readonly<Record<Region, Operator | undefined>>
}

export const operatorVariables: readonly Variable[] = [
  {
    name: 'OPERATOR_NAME',
    fallback: '–',
    meaning: 'your legal name, on statements of settlements; absent: they say only `Qist`',
  },
  { name: 'OPERATOR_ADDRESS', fallback: '–', meaning: 'your address on them' },
  { name: 'OPERATOR_TAX_NUMBER', fallback: '–', meaning: 'your tax number on them' },
  {
    name: 'KSA_OPERATOR_NAME',
    fallback: 'the three of `OPERATOR_…`',
    meaning: 'your legal name in the KSA region, if another entity of yours serves it',
  },
  { name: 'KSA_OPERATOR_ADDRESS', fallback: '–', meaning: 'the address of that entity' },
  { name: 'KSA_OPERATOR_TAX_NUMBER', fallback: '–', meaning: 'the tax number of that entity' },
]

export function readOperators(env: Environment): OperatorSettings {
  const uae = readOperator(env, '')
  return { operators: { uae, ksa: readOperator(env, 'KSA_') ?? uae } }
}

const most = 200

function readOperator(env: Environment, prefix: 'KSA_' | ''): Operator | undefined {
  const read = (part: 'NAME' | 'ADDRESS' | 'TAX_NUMBER'): string => {
    const text = (env.value(`${prefix}OPERATOR_${part}`) ?? '').trim()
    if (text.length > most || !isOneLine(text)) {
      env.complain(`${prefix}OPERATOR_${part}`, `one line of at most ${most} characters`)
    } else if (part !== 'NAME' && text !== '' && !env.value(`${prefix}OPERATOR_NAME`)) {
      env.complain(`${prefix}OPERATOR_${part}`, `left out where ${prefix}OPERATOR_NAME is`)
    }
    return text
  }
  const operator = { name: read('NAME'), address: read('ADDRESS'), taxNumber: read('TAX_NUMBER') }
  return operator.name === '' ? undefined : operator
}
