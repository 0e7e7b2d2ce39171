import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Visit } from '../../page.ts'
import { payAddress } from '../link-address.ts'

/** The ways to give an open link to the customer: copy, picture, or message. */
export function LinkUse({ visit, link, until }: { visit: Visit; link: DisclosedLink; until: string }): Content {
  const { words, address } = visit
  const { texts } = words
  const { id, sends } = link
  const { phone } = link.session.payment.order.buyer
  const mayMake = visit.may('make_links')
  return html`
    <p>${texts.linkOpenLead(until)}</p>
    ${
      visit.mayReadPersonal &&
      html`<div class="field field-wide">
        <label for="address">${texts.linkAddress}</label>
        <div class="copy">
          <input id="address" class="copy-text" readonly dir="ltr" value=${payAddress(visit, link)} />
          <button class="button" type="button" data-copy="address" data-copied=${texts.copied} hidden>
            ${texts.copy}
          </button>
        </div>
        <p class="hint" role="status" id="address-copied">${texts.copyHint}</p>
      </div>`
    }
    ${
      visit.mayDownload &&
      html`<figure class="code-picture">
        <img src=${address(`links/${id}/qr.png`)} alt=${texts.linkPicture} width="200" height="200" />
        <figcaption class="soft small">${texts.linkPictureLead}</figcaption>
      </figure>`
    }
    ${
      mayMake &&
      html`<div class="moves">
        ${
          phone !== '' &&
          VisitForm({
            visit,
            to: `links/${id}/send`,
            hidden: { sends_seen: String(sends) },
            children: html`<button class="button button-main" type="submit">
              ${sends === 0 ? texts.sendLink(leftToRight(phone)) : texts.sendLinkAgain(leftToRight(phone))}
            </button>`,
          })
        }
        ${VisitForm({
          visit,
          to: `links/${id}/cancel`,
          children: html`<button class="button" type="submit">${texts.cancelLink}</button>`,
        })}
      </div>`
    }`
}
