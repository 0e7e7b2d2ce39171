import { maxAnswerChars } from './pieces.ts'

/** What the server tells an agent about itself. */
export const instructions = `Qist is a buy-now-pay-later service. These tools work on a sandbox of it, which moves no money.
1. Call sandbox: it names the address and the store, and for a sandbox that was started here the variables for your shop.
2. Read the guides quick-start, create-a-session, confirm-the-payment, receive-webhooks, capture and refund with read_docs.
   search_docs finds a section, read_operation has the schemas of a call, explain_error says what an error means.
3. Build the shop. Be its customer with act_as_customer. See with list_journal what it sent and what it was answered.
4. Break it: plant_fault makes a call or a notification go wrong. explain_payment tells what happened then.
5. Certify it: start_certificate, then for each scenario in waits_for have the shop open that many checkout sessions, and
   call read_certificate with played. A finding names the requirement, the requests and the advice: mend, and start again.
6. While a run is open, make no orders of your own (trigger), because they would be judged as the shop's.
7. Time: advance_clock moves the merchant's clock and never back. reset_sandbox begins anew.
8. An answer has at most ${maxAnswerChars} characters. Go on with the offset, cursor or next_finding that it names.
9. Keys stand for money elsewhere: keep them in variables, never in the shop's code.
10. No tool runs commands or reads your files: run the shop and its tests yourself.`
