import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openShopPages } from '../../test/messaging/shop-page.ts'
import { startTestService } from '../../test/support/service.ts'
import { demoKey } from '../../testkit/shop.ts'
import { shrinkPng } from '../small-png.ts'

const publicKey = demoKey(1).replace('sk_', 'pk_')
const words = {
  en: { name: 'Linen shirt, white', price: 'AED 340.00', button: 'Add to bag' },
  ar: { name: 'قميص كتان أبيض', price: '340.00 AED', button: 'أضف إلى السلة' },
} as const

/** Takes pictures of a product page with a snippet, in both languages. */
export async function takeMessagingScenes(browser: Browser, folder: string): Promise<void> {
  const [service, shop] = await Promise.all([startTestService(), openShopPages()])
  const page = await browser.newPage({ viewport: { width: 390, height: 560 }, deviceScaleFactor: 1.5 })
  for (const lang of ['en', 'ar'] as const) {
    const { name, price, button } = words[lang]
    const given = { selector: '#snippet', price: '340.00', currency: 'AED', lang, publicKey, merchantCode: 'demo_ae' }
    shop.show(
      `<style>body{font:16px/1.5 system-ui;margin:0}h1{display:none}main{padding:20px}
        .photo{height:240px;border-radius:12px;background:linear-gradient(135deg,#e7eef0,#c9d9dc)}
        h2{margin:16px 0 0}button.buy{margin-top:16px;width:100%;min-height:48px;border:0;border-radius:10px;background:#1b2a33;color:#fff;font:inherit}
       </style>
       <div dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><div class="photo"></div><h2>${name}</h2><p>${price}</p>
       <div id="snippet"></div><button class="buy">${button}</button></div>
       <script src="${service.urls.uae}/qist-promo.js"></script><script>new QistPromo(${JSON.stringify(given)})</script>`,
    )
    await page.goto(shop.url)
    await page.locator('#snippet .snippet').waitFor()
    await writeFile(join(folder, `messaging-product-${lang}-phone.png`), shrinkPng(await page.screenshot()))
  }
  await page.close()
  shop.close()
  await service.close()
}
