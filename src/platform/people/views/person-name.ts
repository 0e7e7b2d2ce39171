import { type Content, html } from '../../ui/html.ts'

interface PersonNameProps {
  /** The name that the person chose; without one, the e-mail stands alone. */
  readonly name?: string | null | undefined
  readonly email: string
}

/** A person: the name in its own direction, and the e-mail, which is what the log keeps. */
export function PersonName({ name, email }: PersonNameProps): Content {
  if (!name) return html`<bdi dir="ltr">${email}</bdi>`
  return html`<bdi class="strong">${name}</bdi> <bdi class="soft" dir="ltr">${email}</bdi>`
}
