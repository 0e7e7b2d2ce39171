import { timeZoneOf } from '../../../../money/plans/local-time.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Visit } from '../../page.ts'
import { payAddress } from '../link-address.ts'

/** The ways to give an open link to the customer: copy, picture, or message. */
export function LinkUse({ visit, link }: { visit: Visit; link: DisclosedLink }): Content {
  const { words, address, app, actor } = visit
  const { texts } = words
  const { id, sends, session } = link
  const { currency, order } = session.payment
  const { phone } = order.buyer
  const endsAt = link.endsAt ?? session.expiresAt
  const until = words.weekdayMoment(endsAt, timeZoneOf(currency))
  const left = words.timeLeft(endsAt - nowFor(app, actor))
  const mayMake = visit.may('make_links')
  return html`
    <p>${texts.linkOpenLead(until, left)}</p>
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
