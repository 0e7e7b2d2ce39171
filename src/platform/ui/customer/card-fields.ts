import { Icon } from '../components/pictures.ts'
import { Field } from '../forms/fields.ts'
import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import type { CustomerTexts } from './words.ts'

interface CardFieldsProps {
  readonly words: Words<CustomerTexts>
  /** The problem of each wrong field. */
  readonly problems: Readonly<
    Partial<Record<'number' | 'expiry' | 'security_code', keyof CustomerTexts['cardProblems']>>
  >
  /** The expiry typed before. The number and the security code are never shown again. */
  readonly expiry?: string | undefined
}

const digits = { type: 'text', inputmode: 'numeric', dir: 'ltr', required: true }

interface SecurityCodeProps {
  readonly words: Words<CustomerTexts>
  /** The length for a saved card; absent: the script derives it from the typed number. */
  readonly digits?: 3 | 4
  readonly hint?: string
  readonly error?: string | undefined
}

/** The field of a card's security code. It is always empty at first. */
export function SecurityCodeField({ words, digits: length, hint, error }: SecurityCodeProps): Content {
  const { texts } = words
  return Field({
    name: 'security_code',
    label: texts.cardSecurityCode,
    hint,
    error,
    input: {
      ...digits,
      autocomplete: 'cc-csc',
      maxlength: length ?? 4,
      'data-card': 'security_code',
      'data-length': length,
      'data-message': texts.cardProblems.security_code_wrong,
      placeholder: length === 4 ? '0000' : '000',
    },
  })
}

/** The fields of a card, and a line that says who receives its number. */
export function CardFields({ words, problems, expiry }: CardFieldsProps): Content {
  const { texts } = words
  const error = (field: keyof typeof problems): string | undefined => {
    const problem = problems[field]
    return problem && texts.cardProblems[problem]
  }
  return html`${Field({
    name: 'number',
    label: texts.cardNumber,
    error: error('number'),
    ornament: html`<span class="brand-name" data-brand></span>`,
    input: {
      ...digits,
      autocomplete: 'cc-number',
      maxlength: 24,
      'data-card': 'number',
      'data-message': texts.cardProblems.number_wrong,
      placeholder: '0000 0000 0000 0000',
    },
  })}
    <div class="pair">
      ${Field({
        name: 'expiry',
        label: texts.cardExpiry,
        error: error('expiry'),
        input: {
          ...digits,
          autocomplete: 'cc-exp',
          maxlength: 9,
          value: expiry ?? '',
          'data-card': 'expiry',
          'data-message': texts.cardProblems.expiry_wrong,
          'data-past': texts.cardProblems.expiry_past,
          placeholder: texts.cardExpiryHint,
        },
      })}
      ${SecurityCodeField({ words, error: error('security_code') })}
    </div>
    <p class="secure soft small">${Icon({ name: 'lock', size: 18 })}${texts.secure}</p>`
}

/** A saved card: brand and last four digits. */
export function CardLine({ name, lastFour }: { name: string; lastFour: string }): Content {
  return html`<span class="card-line">
    <span class="card-picture">${Icon({ name: 'card', size: 24 })}</span>
    <span><span class="strong">${name}</span> <bdi class="number" dir="ltr">•• ${lastFour}</bdi></span>
  </span>`
}
