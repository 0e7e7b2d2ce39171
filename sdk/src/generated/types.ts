// Written by `npm run docs` from the description of the API.

export interface Operations {
  createSession: {
    body: CheckoutInput
    query: undefined
    answer: CheckoutSession
  }
  getSession: {
    body: undefined
    query: undefined
    answer: CheckoutSession
  }
  cancelSession: {
    body: undefined
    query: undefined
    answer: CheckoutSession
  }
  sendLink: {
    body: undefined
    query: undefined
    /**
     * Sent
     */
    answer: {
      status: 'ok'
    }
  }
  drawQrCode: {
    body: undefined
    query: undefined
    answer: Blob
  }
  getSnippet: {
    body: undefined
    query: {
      price?: string
      currency?: string
      public_key?: string
      merchant_code?: string
    }
    /**
     * The figures of a snippet
     */
    answer: {
      currency: 'AED' | 'SAR' | 'KWD'
      price: string
      /**
       * whether the price has a plan
       */
      is_available: boolean
      plans: {
        /**
         * number of parts
         */
        count: number
        /**
         * from one part to the next
         */
        period: string
        /**
         * the part that is paid at checkout
         */
        today: string
        /**
         * the later parts
         */
        installments: {
          due_date: string
          amount: string
        }[]
        service_fee: string
        /**
         * what is paid today, then, and in all; absent for four equal monthly parts without a fee
         */
        sentence?: {
          en: string
          ar: string
        }
      }[]
      /**
       * the smallest amount that has a plan
       */
      min_amount: string
      /**
       * the largest amount that has a plan
       */
      max_amount: string
    }
  }
  listPayments: {
    body: undefined
    query: {
      created_at__gte?: string
      created_at__lte?: string
      limit?: string
      offset?: string
      status?: 'authorized' | 'closed' | 'rejected' | 'new' | 'captured' | 'refunded' | 'cancelled'
    }
    answer: PaymentPage
  }
  getPayment: {
    body: undefined
    query: undefined
    answer: Payment
  }
  updatePayment: {
    body: UpdateInput
    query: undefined
    answer: Payment
  }
  capturePayment: {
    body: CaptureInput & {
      reference_id: string
    }
    query: undefined
    answer: Payment
  }
  closePayment: {
    body: undefined
    query: undefined
    answer: Payment
  }
  refundPayment: {
    body: RefundInput & {
      reference_id: string
    }
    query: undefined
    answer: Payment
  }
  listDisputes: {
    body: undefined
    query: {
      statuses?: string[] | string
      created_at_gte?: string
      created_at_lte?: string
      page_token?: string
    }
    /**
     * A page of disputes; `next_page_token` is empty on the last one
     */
    answer: {
      disputes: Dispute[]
      next_page_token: string
    }
  }
  getDispute: {
    body: undefined
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  approveDisputes: {
    body: {
      dispute_ids: string[]
    }
    query: undefined
    /**
     * The disputes as they are now
     */
    answer: {
      disputes: Dispute[]
    }
  }
  challengeDisputes: {
    body:
      | {
          dispute_id: string
          description?: string | null
          reason:
            | 'merchant_reason_other'
            | 'merchant_reason_order_on_its_way'
            | 'merchant_reason_order_has_been_already_delivered'
            | 'merchant_reason_order_amount_should_be_different'
            | 'merchant_reason_problem_with_delivery'
          /**
           * required when the amount should be different: the new disputed amount
           */
          amount?: string | null
          attachment_ids?: string[] | null
        }
      | {
          dispute_id: string
          description?: string | null
          reason:
            | 'merchant_reason_other'
            | 'merchant_reason_order_on_its_way'
            | 'merchant_reason_order_has_been_already_delivered'
            | 'merchant_reason_order_amount_should_be_different'
            | 'merchant_reason_problem_with_delivery'
          /**
           * required when the amount should be different: the new disputed amount
           */
          amount?: string | null
          attachment_ids?: string[] | null
        }[]
    query: undefined
    /**
     * The disputes as they are now
     */
    answer: {
      disputes: Dispute[]
    }
  }
  provideEvidence: {
    body: {
      content?: string | null
      attachment_ids?: string[] | null
    }
    query: undefined
    answer: Evidence
  }
  readAttachment: {
    body: undefined
    query: undefined
    answer: Blob
  }
  listSettlements: {
    body: undefined
    query: {
      created_at__gte?: string
      created_at__lte?: string
      limit?: string
      offset?: string
    }
    answer: SettlementPage
  }
  getSettlement: {
    body: undefined
    query: undefined
    answer: Settlement
  }
  getSettlementLines: {
    body: undefined
    query: undefined
    answer: string
  }
  listPayouts: {
    body: undefined
    query: {
      created_at__gte?: string
      created_at__lte?: string
      limit?: string
      offset?: string
    }
    answer: PayoutPage
  }
  createWebhook: {
    body: WebhookInput
    query: undefined
    answer: PaymentWebhook
  }
  listWebhooks: {
    body: undefined
    query: undefined
    /**
     * Every webhook of the store and mode
     */
    answer: PaymentWebhook[]
  }
  getWebhook: {
    body: undefined
    query: undefined
    answer: PaymentWebhook
  }
  updateWebhook: {
    body: WebhookInput
    query: undefined
    answer: PaymentWebhook
  }
  deleteWebhook: {
    body: undefined
    query: undefined
    /**
     * It is gone
     */
    answer: {
      status: 'ok'
    }
  }
  createDisputeWebhook: {
    body: WebhookInput
    query: undefined
    answer: DisputeWebhook
  }
  listDisputeWebhooks: {
    body: undefined
    query: undefined
    /**
     * Every webhook of the store
     */
    answer: DisputeWebhook[]
  }
  getDisputeWebhook: {
    body: undefined
    query: undefined
    answer: DisputeWebhook
  }
  updateDisputeWebhook: {
    body: WebhookInput
    query: undefined
    answer: DisputeWebhook
  }
  deleteDisputeWebhook: {
    body: undefined
    query: undefined
    /**
     * It is gone
     */
    answer: {
      status: 'ok'
    }
  }
  createMerchant: {
    body: {
      name: string
      region: 'uae' | 'ksa'
      stores: {
        merchant_code: string
        country: 'AE' | 'KW' | 'SA'
        checkout?: 'strict' | 'lenient' | null
        fee?: {
          /**
           * a percentage of every capture, from 0 to 100 with at most two decimals
           */
          percent?: string | null
          /**
           * an amount in the currency of the store, once a payment
           */
          fixed?: string | null
          /**
           * a percentage of the fee, from 0 to 100 with at most two decimals
           */
          vat_percent?: string | null
          refund?: 'percent' | 'none' | 'all' | null
        } | null
        plans?:
          | {
              /**
               * the number of parts
               */
              count: number
              /**
               * from one part to the next
               */
              period: 'P1M' | 'P2W'
              /**
               * the first part in percent of the order; null: equal parts
               */
              down_payment?: string | null
              service_fee?: {
                /**
                 * of the order, from 0 to 100 with at most two decimals
                 */
                percent?: string | null
                /**
                 * in the currency of the store
                 */
                fixed?: string | null
              } | null
              fee_on?: 'first' | 'spread' | null
              /**
               * the smallest order; null: any
               */
              min_amount?: string | null
              /**
               * the largest order; null: any
               */
              max_amount?: string | null
            }[]
          | null
        /**
         * how much of the customer's fee a refund gives back: its proportion, all of it, or none
         */
        service_fee_refund?: 'proportion' | 'all' | 'none' | null
        /**
         * true: terms beyond the profile of the store's market are accepted, and written down
         */
        accept_responsibility?: boolean | null
        /**
         * where its payment notifications of test mode go
         */
        webhook_url?: string | null
        /**
         * whether its notifications are signed
         */
        signing?: boolean | null
      }[]
    }
    query: undefined
    answer: NewMerchant
  }
  getMerchant: {
    body: undefined
    query: undefined
    answer: OwnMerchant
  }
  authorizePayment: {
    body: {
      card?: string | null
      /**
       * the terms that the customer chooses, such as `6xP1M`; absent: the first choice
       */
      plan?: string | null
    } | null
    query: undefined
    answer: Payment
  }
  decidePayment: {
    body: {
      decision: 'approve' | 'decline'
    }
    query: undefined
    answer: Payment
  }
  rejectPayment: {
    body: undefined
    query: undefined
    answer: Payment
  }
  cancelPayment: {
    body: undefined
    query: undefined
    answer: Payment
  }
  getPlan: {
    body: undefined
    query: undefined
    answer: PlanAnswer
  }
  payEarly: {
    body: {
      what: 'next' | 'overdue' | 'all'
    }
    query: undefined
    answer: PlanAnswer
  }
  changeCard: {
    body: {
      number: string
    }
    query: undefined
    answer: PlanAnswer
  }
  listMessages: {
    body: undefined
    query: {
      phone?: string
    }
    /**
     * The messages, newest last
     */
    answer: {
      messages: {
        id: string
        phone: string
        at: string
        kind: 'code' | 'link' | 'reminder' | 'collected' | 'collection_failed' | 'returned' | 'invitation'
        text: string
      }[]
    }
  }
  getProcessorReport: {
    body: undefined
    query: {
      from?: string
      to?: string
    }
    answer: string
  }
  getRisk: {
    body: undefined
    query: undefined
    answer: RiskRules
  }
  putRisk: {
    body: {
      rules?: {
        /**
         * an amount in the currency of the order, or `off`
         */
        max_open_exposure?: string | null
        max_orders_per_day?: number | null
        refuse_overdue?: boolean | null
      } | null
      /**
       * true: a limit of debt above the profile of the market is accepted, and written down
       */
      accept_responsibility?: boolean | null
      blocked?:
        | {
            phone?: string | null
            email?: string | null
          }[]
        | null
    }
    query: undefined
    answer: RiskRules
  }
  getDecision: {
    body: undefined
    query: undefined
    answer: RiskDecision
  }
  putDecisionDouble: {
    body: {
      decision: 'approve' | 'decline' | 'refer'
      reasons?: string[] | null
      limit?: string | null
      terms?: string[] | null
      delay_ms?: number | null
      broken?: 'status' | 'reset' | 'nonsense' | null
    }
    query: undefined
    answer: DecisionDouble
  }
  getDecisionDouble: {
    body: undefined
    query: undefined
    answer: DecisionDouble
  }
  deleteDecisionDouble: {
    body: undefined
    query: undefined
    /**
     * Removed
     */
    answer: {
      status: 'ok'
    }
  }
  getStorePlans: {
    body: undefined
    query: undefined
    answer: StorePlans
  }
  putStorePlans: {
    body: {
      plans?:
        | {
            /**
             * the number of parts
             */
            count: number
            /**
             * from one part to the next
             */
            period: 'P1M' | 'P2W'
            /**
             * the first part in percent of the order; null: equal parts
             */
            down_payment?: string | null
            service_fee?: {
              /**
               * of the order, from 0 to 100 with at most two decimals
               */
              percent?: string | null
              /**
               * in the currency of the store
               */
              fixed?: string | null
            } | null
            fee_on?: 'first' | 'spread' | null
            /**
             * the smallest order; null: any
             */
            min_amount?: string | null
            /**
             * the largest order; null: any
             */
            max_amount?: string | null
          }[]
        | null
      /**
       * how much of the customer's fee a refund gives back: its proportion, all of it, or none
       */
      service_fee_refund?: 'proportion' | 'all' | 'none' | null
      /**
       * true: terms beyond the profile of the store's market are accepted, and written down
       */
      accept_responsibility?: boolean | null
    }
    query: undefined
    answer: StorePlans
  }
  openDispute: {
    body: {
      payment_id: string
      reason: 'unreceived_refund' | 'identity_theft' | 'product_issue' | 'not_delivered'
      amount?: string | null
      comment?: string | null
      attachment_ids?: string[] | null
    }
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  withdrawDispute: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  provideCustomerEvidence: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  requestEvidence: {
    body: {
      content?: string | null
      comment?: string | null
      from: 'merchant' | 'customer'
      attachment_ids?: string[] | null
    }
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  refundDispute: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  declineDispute: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  acceptDisputeAmount: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  commentOnDispute: {
    body: {
      content?: string | null
      comment?: string | null
      from?: 'merchant' | 'customer' | null
      attachment_ids?: string[] | null
    } | null
    query: undefined
    /**
     * The dispute with its history
     */
    answer: {
      dispute: DisputeWithHistory
    }
  }
  getClock: {
    body: undefined
    query: undefined
    answer: Clock
  }
  advanceClock: {
    body: {
      advance: string
    }
    query: undefined
    answer: Clock
  }
  listNotifications: {
    body: undefined
    query: {
      payment_id?: string
    }
    /**
     * The notifications, oldest first
     */
    answer: {
      notifications: {
        id: string
        payment_id: string
        dispute_id?: string
        sequence: number
        created_at: string
        /**
         * What is sent
         */
        body: {
          [k: string]: unknown
        }
        deliveries: {
          webhook_id: string
          url: string
          state: 'waiting' | 'delivered' | 'failed' | 'dropped'
          next_attempt_at: string | null
          attempts: {
            at: string
            status: number | null
            duration_ms: number
            answer: string
          }[]
        }[]
      }[]
    }
  }
  resendNotification: {
    body: undefined
    query: undefined
    /**
     * It is on its way
     */
    answer: {
      status: 'ok'
    }
  }
  deliverNotifications: {
    body: undefined
    query: undefined
    /**
     * How many deliveries were attempted
     */
    answer: {
      attempted: number
    }
  }
  rotateSigning: {
    body: {
      merchant_code: string
    }
    query: undefined
    /**
     * Shown this one time
     */
    answer: {
      secret: string
    }
  }
  resetMerchant: {
    body: undefined
    query: undefined
    /**
     * It is as new
     */
    answer: {
      status: 'ok'
    }
  }
  listSnapshots: {
    body: undefined
    query: undefined
    answer: Snapshots
  }
  takeSnapshot: {
    body: undefined
    query: undefined
    answer: Snapshots
  }
  deleteSnapshot: {
    body: undefined
    query: undefined
    /**
     * It is removed
     */
    answer: {
      status: 'ok'
    }
  }
  restoreSnapshot: {
    body: undefined
    query: undefined
    answer: Snapshots
  }
  createFault: {
    body: FaultInput
    query: undefined
    /**
     * The rule, with everything that was left out
     */
    answer: {
      fault: Fault
    }
  }
  listFaults: {
    body: undefined
    query: undefined
    /**
     * The rules in the order in which they are tried
     */
    answer: {
      faults: Fault[]
    }
  }
  deleteFaults: {
    body: undefined
    query: undefined
    /**
     * Removed
     */
    answer: {
      status: 'ok'
    }
  }
  updateFault: {
    body: FaultInput
    query: undefined
    /**
     * The rule, with everything that was left out
     */
    answer: {
      fault: Fault
    }
  }
  deleteFault: {
    body: undefined
    query: undefined
    /**
     * Removed
     */
    answer: {
      status: 'ok'
    }
  }
  listJournal: {
    body: undefined
    query: {
      since?: string
      wait?: string
      newest?: string
      payment_id?: string
    }
    /**
     * What happened, oldest first, and where to read on
     */
    answer: {
      entries: JournalEntry[]
      cursor: string
    }
  }
  getJournalRequest: {
    body: undefined
    query: undefined
    /**
     * The call and what it changed, or every attempt of the delivery, oldest first
     */
    answer: {
      entries: {
        /**
         * to read on after this entry
         */
        cursor: string
        /**
         * when it began, by the system's clock
         */
        at: string
        kind: 'request' | 'delivery' | 'change' | 'customer' | 'clock' | 'fault'
        /**
         * a call's operationId; the status that a notification tells; the transition of a change; where a fault was injected
         */
        operation: string | null
        /**
         * of a call or a delivery
         */
        method: string | null
        /**
         * with its query; of a delivery the webhook's address
         */
        path: string | null
        /**
         * null where no answer came, or none was sent
         */
        status: number | null
        /**
         * its X-Request-Id; of a delivery its Webhook-Id
         */
        request_id: string | null
        /**
         * of a capture or refund
         */
        reference_id: string | null
        /**
         * the payment that it is about
         */
        payment_id: string | null
        /**
         * the rule of the injected fault
         */
        fault_id: string | null
        /**
         * until the answer
         */
        duration_ms: number | null
        /**
         * in English, for people
         */
        summary: string
        /**
         * null where there is none, or where it is kept from everybody
         */
        request: {
          headers: {
            [k: string]: string
          }
          /**
           * JSON where it is JSON, else a text; null where there is none
           */
          body: {
            [k: string]: unknown
          }
          /**
           * whether the body was longer than the 64 KiB that are kept
           */
          is_cut: boolean
        } | null
        /**
         * null where there is none, or where it is kept from everybody
         */
        answer: {
          headers: {
            [k: string]: string
          }
          /**
           * JSON where it is JSON, else a text; null where there is none
           */
          body: {
            [k: string]: unknown
          }
          /**
           * whether the body was longer than the 64 KiB that are kept
           */
          is_cut: boolean
        } | null
      }[]
    }
  }
  createCertificate: {
    body: CertificateInput | null
    query: undefined
    /**
     * The run as it is
     */
    answer: {
      certificate: Certificate
    }
  }
  getCertificate: {
    body: undefined
    query: undefined
    /**
     * The run as it is
     */
    answer: {
      certificate: Certificate
    }
  }
  stopCertificate: {
    body: undefined
    query: undefined
    /**
     * It is finished
     */
    answer: {
      status: 'ok'
    }
  }
  getCertificateBadge: {
    body: undefined
    query: undefined
    answer: Blob
  }
  skipScenario: {
    body: {
      scenario:
        | 'plain'
        | 'lost-answer'
        | 'conflict'
        | 'duplicate'
        | 'closed-first'
        | 'forged'
        | 'redirect'
        | 'rejected'
        | 'ended'
        | 'unknown-member'
        | 'rate-limit'
        | 'broken'
        | 'refused'
        | 'slow'
        | 'signature'
        | 'dropped'
        | 'abandoned'
        | 'parts'
        | 'disputed'
        | 'crash'
    }
    query: undefined
    /**
     * It is not waited for
     */
    answer: {
      status: 'ok'
    }
  }
  uploadAttachment: {
    body: Blob
    query: undefined
    /**
     * The id to refer to the attachment by
     */
    answer: {
      id: string
    }
  }
  paymentNotification: PaymentNotification
  disputeNotification: DisputeNotification
}
export interface CheckoutInput {
  payment: {
    /**
     * a decimal number with at most the currency's decimals
     */
    amount: string
    currency: 'AED' | 'SAR' | 'KWD'
    buyer: {
      email: string
      name: string
      phone: string
      dob?: string | null
    }
    shipping_address: {
      city: string
      address: string
      zip: string
    }
    order: {
      reference_id: string
      items?: OrderItemInput[] | null
      updated_at?: string | null
      /**
       * a decimal number with at most the currency's decimals
       */
      tax_amount?: string | null
      /**
       * a decimal number with at most the currency's decimals
       */
      shipping_amount?: string | null
      /**
       * a decimal number with at most the currency's decimals
       */
      discount_amount?: string | null
    }
    buyer_history: {
      registered_since: string
      loyalty_level: number
      wishlist_count?: number | null
      is_social_networks_connected?: boolean | null
      is_phone_number_verified?: boolean | null
      is_email_verified?: boolean | null
    }
    /**
     * at most 100 earlier orders, with at most 5000 items in all
     */
    order_history?:
      | {
          payment_method?: string | null
          purchased_at: string
          /**
           * a decimal number with at most the currency's decimals
           */
          amount: string
          status: string
          buyer?: {
            email: string
            name: string
            phone: string
            dob?: string | null
          } | null
          shipping_address?: {
            city: string
            address: string
            zip: string
          } | null
          items?: OrderItemInput[] | null
        }[]
      | null
    description?: string | null
    meta?: {
      [k: string]: string
    } | null
    attachment?: {
      body?: string | null
      content_type?: string | null
    } | null
  }
  lang: 'en' | 'ar'
  merchant_code: string
  merchant_urls?: {
    /**
     * a web address, or the address of an app; an empty text counts as none
     */
    success?: string | null
    /**
     * a web address, or the address of an app; an empty text counts as none
     */
    cancel?: string | null
    /**
     * a web address, or the address of an app; an empty text counts as none
     */
    failure?: string | null
  } | null
  token?: string | null
}
export interface OrderItemInput {
  title: string
  quantity: number
  /**
   * a decimal number with at most the currency's decimals
   */
  unit_price: string
  category: string
  reference_id?: string | null
  description?: string | null
  /**
   * a decimal number with at most the currency's decimals
   */
  discount_amount?: string | null
  /**
   * an http or https address; an empty text counts as none
   */
  image_url?: string | null
  /**
   * an http or https address; an empty text counts as none
   */
  product_url?: string | null
  gender?: string | null
  color?: string | null
  product_material?: string | null
  size_type?: string | null
  size?: string | null
  brand?: string | null
  is_refundable?: boolean | null
  barcode?: string | null
  ppn?: string | null
  seller?: string | null
  ordered?: number | null
  captured?: number | null
  shipped?: number | null
  refunded?: number | null
}
/**
 * The session
 */
export interface CheckoutSession {
  id: string
  status: 'created' | 'rejected' | 'expired' | 'approved'
  rejection_reason_code: string | null
  warnings: null
  lang: string
  merchant_code: string
  merchant: {
    name: string
    address: string
    logo: string
  }
  merchant_urls: {
    success: string | null
    cancel: string | null
    failure: string | null
  }
  token: string | null
  configuration: {
    currency: string
    expires_at: string
    available_products: {
      installments?: Plan[]
    }
    products: {
      installments: {
        type: string
        is_available: boolean
        rejection_reason: string | null
      }
    }
  }
  payment: Payment
}
export interface Plan {
  downpayment: string
  downpayment_percent: string
  amount_to_pay: string
  order_amount: string
  next_payment_date: string
  installments: {
    due_date: string
    amount: string
    principal: string
    service_fee: string
  }[]
  installments_count: number
  installment_period: string
  pay_per_installment: string
  pay_after_delivery: boolean
  service_fee: string
  /**
   * the hosted payment page; always holds a '?'
   */
  web_url: string
  /**
   * a PNG of web_url
   */
  qr_code: string
}
/**
 * The payment
 */
export interface Payment {
  id: string
  created_at: string
  expires_at: string
  status: 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED'
  is_test: boolean
  product: {
    type: string
    installments_count: number
    installment_period: string
  }
  amount: string
  currency: 'AED' | 'SAR' | 'KWD'
  description: string
  buyer: Buyer
  shipping_address: ShippingAddress
  order: {
    reference_id: string
    updated_at?: string
    tax_amount: string
    shipping_amount: string
    discount_amount: string
    items: Item[]
  }
  captures: Capture[]
  refunds: Refund[]
  buyer_history: {
    registered_since: string | null
    loyalty_level: number
    wishlist_count?: number
    is_social_networks_connected?: boolean
    is_phone_number_verified?: boolean
    is_email_verified?: boolean
  }
  order_history: {
    purchased_at: string | null
    amount: string
    payment_method: string
    status: string
    buyer: Buyer
    shipping_address: ShippingAddress
    items: PastItem[]
  }[]
  meta: {
    [k: string]: string
  } | null
  cancelable: boolean
  attachment: {
    body: string
    content_type: string
  } | null
}
export interface Buyer {
  name: string
  email: string
  phone: string
  dob: string | null
}
export interface ShippingAddress {
  city: string
  address: string
  zip: string
}
export interface Item {
  reference_id: string
  title: string
  description: string
  quantity: number
  unit_price: string
  discount_amount: string
  category: string
  image_url?: string
  product_url?: string
  gender?: string
  color?: string
  product_material?: string
  size_type?: string
  size?: string
  brand?: string
  is_refundable?: boolean
  barcode?: string
  ppn?: string
  seller?: string
}
export interface Capture {
  id: string
  reference_id: string
  amount: string
  created_at: string
  tax_amount: string
  shipping_amount: string
  discount_amount: string
  items: Item[]
}
export interface Refund {
  id: string
  reference_id: string
  amount: string
  created_at: string
  reason: string
  items: Item[]
}
export interface PastItem {
  reference_id: string
  title: string
  description: string
  quantity: number
  unit_price: string
  discount_amount: string
  category: string
  image_url?: string
  product_url?: string
  gender?: string
  color?: string
  product_material?: string
  size_type?: string
  size?: string
  brand?: string
  is_refundable?: boolean
  barcode?: string
  ppn?: string
  seller?: string
  ordered: number
  captured: number
  shipped: number
  refunded: number
}
/**
 * A page of payments
 */
export interface PaymentPage {
  payments: Payment[]
  pagination: {
    limit: number
    offset: number
    total_count: number
  }
}
export interface UpdateInput {
  order?: {
    reference_id?: string | null
  } | null
}
export interface CaptureInput {
  /**
   * a decimal number with at most the currency's decimals
   */
  amount: string
  reference_id?: string | null
  /**
   * a decimal number with at most the currency's decimals
   */
  tax_amount?: string | null
  /**
   * a decimal number with at most the currency's decimals
   */
  shipping_amount?: string | null
  /**
   * a decimal number with at most the currency's decimals
   */
  discount_amount?: string | null
  items?: ItemInput[] | null
}
export interface ItemInput {
  title?: string | null
  quantity?: number | null
  /**
   * a decimal number with at most the currency's decimals
   */
  unit_price?: string | null
  category?: string | null
  reference_id?: string | null
  description?: string | null
  /**
   * a decimal number with at most the currency's decimals
   */
  discount_amount?: string | null
  /**
   * an http or https address; an empty text counts as none
   */
  image_url?: string | null
  /**
   * an http or https address; an empty text counts as none
   */
  product_url?: string | null
  gender?: string | null
  color?: string | null
  product_material?: string | null
  size_type?: string | null
  size?: string | null
  brand?: string | null
  is_refundable?: boolean | null
  barcode?: string | null
  ppn?: string | null
  seller?: string | null
  ordered?: number | null
  captured?: number | null
  shipped?: number | null
  refunded?: number | null
}
export interface RefundInput {
  /**
   * a decimal number with at most the currency's decimals
   */
  amount: string
  reference_id?: string | null
  reason?: string | null
  items?: ItemInput[] | null
}
export interface Dispute {
  id: string
  attachments: string[]
  payment_id: string
  amount: string
  currency: 'AED' | 'SAR' | 'KWD'
  created_at: string
  expired_at: string
  status: 'new' | 'in_progress' | 'evidence_merchant' | 'evidence_customer' | 'refunded' | 'declined' | 'cancelled'
  reason: 'unreceived_refund' | 'identity_theft' | 'product_issue' | 'not_delivered'
  days_left: number
  items: {
    reference_id: string
    title: string
    unit_price: string
  }[]
  order_number: string
  comment: string
}
export interface DisputeWithHistory {
  id: string
  attachments: string[]
  payment_id: string
  amount: string
  currency: 'AED' | 'SAR' | 'KWD'
  created_at: string
  expired_at: string
  status: 'new' | 'in_progress' | 'evidence_merchant' | 'evidence_customer' | 'refunded' | 'declined' | 'cancelled'
  reason: 'unreceived_refund' | 'identity_theft' | 'product_issue' | 'not_delivered'
  days_left: number
  items: {
    reference_id: string
    title: string
    unit_price: string
  }[]
  order_number: string
  comment: string
  history: HistoryEntry[]
}
export interface HistoryEntry {
  attachments: string[]
  created_at: string
  created_by: string
  content: string
  source: 'customer' | 'merchant' | 'support'
  event_type: string
  note: string
}
/**
 * The evidence
 */
export interface Evidence {
  id: string
  dispute_id: string
  content: string
  created_by: string
  created_at: string
  attachment_ids: string[]
}
/**
 * A page of closed days
 */
export interface SettlementPage {
  settlements: SettlementSummary[]
  pagination: {
    limit: number
    offset: number
    total_count: number
  }
}
/**
 * A closed day
 */
export interface SettlementSummary {
  id: string
  merchant_code: string
  currency: 'AED' | 'SAR' | 'KWD'
  /**
   * The day in the store's time zone
   */
  date: string
  is_test: boolean
  /**
   * `open` while the day lasts, which no list shows; `closed` for good; `paid` with its payout
   */
  status: 'open' | 'closed' | 'paid'
  captures: string
  refunds: string
  dispute_refunds: string
  fees: string
  vat: string
  /**
   * captures − refunds − dispute_refunds − fees − vat
   */
  net: string
  /**
   * what was owed from earlier days that this one is paid with
   */
  opening: string
  /**
   * what the payout pays that ends with this day
   */
  paid_out: string
  /**
   * opening + net − paid_out
   */
  closing: string
  payout_id: string | null
  /**
   * The last seal of the merchant's ledger when the day was closed: keep it to prove later that nothing was cut off
   */
  ledger_head: string | null
}
/**
 * The day
 */
export interface Settlement {
  id: string
  merchant_code: string
  currency: 'AED' | 'SAR' | 'KWD'
  /**
   * The day in the store's time zone
   */
  date: string
  is_test: boolean
  /**
   * `open` while the day lasts, which no list shows; `closed` for good; `paid` with its payout
   */
  status: 'open' | 'closed' | 'paid'
  captures: string
  refunds: string
  dispute_refunds: string
  fees: string
  vat: string
  /**
   * captures − refunds − dispute_refunds − fees − vat
   */
  net: string
  /**
   * what was owed from earlier days that this one is paid with
   */
  opening: string
  /**
   * what the payout pays that ends with this day
   */
  paid_out: string
  /**
   * opening + net − paid_out
   */
  closing: string
  payout_id: string | null
  /**
   * The last seal of the merchant's ledger when the day was closed: keep it to prove later that nothing was cut off
   */
  ledger_head: string | null
  lines: SettlementLine[]
}
/**
 * A capture or refund; amounts of refunds are below zero
 */
export interface SettlementLine {
  /**
   * The capture's or refund's
   */
  id: string
  type: 'capture' | 'refund' | 'dispute_refund'
  payment_id: string
  /**
   * As it stood when it moved
   */
  order_reference_id: string
  reference_id: string
  created_at: string
  amount: string
  fee: string
  vat: string
  net: string
}
/**
 * A page of payouts
 */
export interface PayoutPage {
  payouts: Payout[]
  pagination: {
    limit: number
    offset: number
    total_count: number
  }
}
/**
 * The payout
 */
export interface Payout {
  id: string
  merchant_code: string
  currency: 'AED' | 'SAR' | 'KWD'
  amount: string
  /**
   * `pending` until the bank is told, `exported` until it confirms
   */
  status: 'pending' | 'exported' | 'paid'
  /**
   * What stands on the bank statement
   */
  reference: string
  created_at: string
  paid_at: string | null
  settlement_ids: string[]
}
export interface WebhookInput {
  /**
   * required: where notifications go
   */
  url?: string | null
  /**
   * goes with every notification, to tell it is ours
   */
  header?: {
    title?: string | null
    value?: string | null
  } | null
}
/**
 * The webhook
 */
export interface PaymentWebhook {
  id: string
  url: string
  header: {
    title: string
    value: string
  } | null
  is_test: boolean
}
/**
 * The webhook, with the value of its header masked
 */
export interface DisputeWebhook {
  id: string
  url: string
  header: {
    title: string
    value: string
  } | null
}
/**
 * The merchant, its keys, and its admin
 */
export interface NewMerchant {
  merchant: {
    id: string
    name: string
    region: string
  }
  stores: {
    merchant_code: string
    country: string
    currency: string
    /**
     * `strict` or `lenient`
     */
    checkout: string
    fee: {
      percent: string
      fixed: string
      vat_percent: string
      /**
       * what a refund gives back: `percent`, `none` or `all`
       */
      refund: string
    }
    /**
     * of its webhook in test mode
     */
    webhook_id?: string
    /**
     * what its notifications are signed with
     */
    signing_secret?: string
  }[]
  keys: {
    test: {
      secret: string
      public: string
    }
    live: {
      secret: string
      public: string
    }
  }
  /**
   * With what its admin signs in at `/dashboard`
   */
  dashboard: {
    email: string
    password: string
  }
}
/**
 * The merchant and its stores
 */
export interface OwnMerchant {
  merchant_id: string
  region: 'uae' | 'ksa'
  /**
   * the key's mode
   */
  is_test: boolean
  /**
   * in the order in which they were made
   */
  stores: {
    merchant_code: string
    country: string
    currency: string
    /**
     * `strict` or `lenient`
     */
    checkout: string
  }[]
}
/**
 * The plan of a payment
 */
export interface PlanAnswer {
  plan: PaymentPlan
}
export interface PaymentPlan {
  payment_id: string
  status: 'active' | 'overdue' | 'defaulted' | 'completed' | 'cancelled'
  currency: 'AED' | 'SAR' | 'KWD'
  total: string
  paid: string
  /**
   * negative while a return has failed
   */
  owed: string
  returned: string
  card: {
    brand: 'visa' | 'mastercard' | 'american-express' | 'mada'
    last_four: string
  }
  terms?: PlanTerms
  /**
   * the customer's fee; only of a store with terms of its own
   */
  service_fee?: string
  installments: Installment[]
  charges: Charge[]
  returns: Return[]
  next_attempt_at: string | null
}
export interface PlanTerms {
  /**
   * the number of parts
   */
  count: number
  /**
   * from one part to the next
   */
  period: 'P1M' | 'P2W'
  down_payment: string | null
  service_fee: {
    /**
     * of the order
     */
    percent: string
    fixed: string
  }
  fee_on: 'first' | 'spread'
  min_amount: string | null
  max_amount: string | null
}
export interface Installment {
  number: number
  /**
   * in the store's time zone
   */
  due_date: string
  amount: string
  paid: string
  /**
   * the customer's fee; only of a store with terms of its own
   */
  service_fee?: string
  status: 'paid' | 'scheduled' | 'due' | 'overdue' | 'cancelled'
}
export interface Charge {
  id: string
  amount: string
  returned: string
  status: 'open' | 'challenged' | 'charged' | 'declined' | 'voided'
  decline_reason:
    | 'declined'
    | 'insufficient_funds'
    | 'expired_card'
    | 'lost_card'
    | 'stolen_card'
    | 'closed_account'
    | 'customer_required'
    | 'not_confirmed'
    | 'unavailable'
    | null
  kind: 'first' | 'scheduled' | 'early'
  at: string
}
export interface Return {
  id: string
  charge_id: string
  amount: string
  status: 'waiting' | 'confirmed' | 'failed'
  at: string
}
/**
 * The rules; `null` where the default holds
 */
export interface RiskRules {
  rules: {
    max_open_exposure: string | null
    max_orders_per_day: number | null
    refuse_overdue: boolean
  }
  blocked: {
    phone?: string
    email?: string
  }[]
}
/**
 * The last decision
 */
export interface RiskDecision {
  decision: {
    outcome: 'approved' | 'rejected' | 'referred'
    reason: 'not_available' | 'order_amount_too_high' | 'order_amount_too_low' | null
    rules: {
      name: 'order_size' | 'plans' | 'blocked' | 'max_open_exposure' | 'max_orders_per_day' | 'refuse_overdue' | 'age'
      limit: string | number | boolean
      /**
       * null where nobody knows who the customer is
       */
      seen: string | number | boolean | null
      /**
       * whether it refused
       */
      spoke: boolean
    }[]
    port?: PortVerdict
    /**
     * when it was made again, as the customer paid; else absent
     */
    at?: string
    /**
     * the decision before the page opened
     */
    before?: {
      outcome: 'approved' | 'rejected' | 'referred'
      reason: 'not_available' | 'order_amount_too_high' | 'order_amount_too_low' | null
      rules: {
        name: 'order_size' | 'plans' | 'blocked' | 'max_open_exposure' | 'max_orders_per_day' | 'refuse_overdue' | 'age'
        limit: string | number | boolean
        /**
         * null where nobody knows who the customer is
         */
        seen: string | number | boolean | null
        /**
         * whether it refused
         */
        spoke: boolean
      }[]
      port?: PortVerdict
    }
  }
}
/**
 * What the operator's scoring service said; absent where nobody was asked
 */
export interface PortVerdict {
  decision_id: string
  answer: 'approve' | 'decline' | 'refer' | null
  reasons: string[]
  limit: string | null
  terms: string[] | null
  failure: 'late' | 'broken' | 'nonsense' | 'skipped' | null
  fallback: 'approve' | 'decline' | null
  duration_ms: number
}
export interface DecisionDouble {
  decision: 'approve' | 'decline' | 'refer'
  reasons: string[]
  limit: string | null
  terms: string[] | null
  delay_ms: number
  broken: 'status' | 'reset' | 'nonsense' | null
  /**
   * how often it was asked since it was set
   */
  asked: number
}
/**
 * A store's terms; empty: the standard ones
 */
export interface StorePlans {
  plans: PlanTerms[]
  service_fee_refund: 'proportion' | 'all' | 'none'
}
/**
 * The merchant's clock
 */
export interface Clock {
  now: string
  offset_seconds: number
}
export interface Snapshots {
  snapshots: {
    name: string
    taken_at: string
  }[]
  /**
   * how often the service has started: a snapshot is taken or restored when it is higher than before
   */
  starts: number
  /**
   * why the last one was not taken or restored; the state is then as before
   */
  failure: string | null
}
export interface FaultInput {
  on: {
    /**
     * the `operationId` of a call with a key under /api, or `*`
     */
    operation?: string | null
    /**
     * instead of an operation
     */
    notification?:
      | 'authorized'
      | 'closed'
      | 'rejected'
      | 'expired'
      | 'pending'
      | 'arbitration'
      | 'evidence_merchant'
      | 'approved'
      | 'declined'
      | 'cancelled'
      | '*'
      | null
    payment_id?: string | null
  }
  when?: {
    per?: 'call' | 'reference_id' | 'payment' | null
    skip?: number | null
    times?: number | null
    probability?: number | null
  } | null
  do: {
    kind:
      | 'lost_answer'
      | 'lost_request'
      | 'conflict'
      | 'rate_limit'
      | 'error'
      | 'slow'
      | 'duplicate'
      | 'reorder'
      | 'late'
      | 'drop'
      | 'forged'
      | 'unknown_member'
    /**
     * of `lost_answer` and `lost_request`
     */
    how?: 'reset' | 'hang' | 'cut' | null
    /**
     * of `rate_limit`, in seconds
     */
    retry_after?: number | null
    /**
     * of `error`
     */
    executed?: boolean | null
    /**
     * of `slow` and `late`
     */
    ms?: number | null
    /**
     * of `duplicate`: how often it arrives in all
     */
    count?: number | null
    /**
     * of `duplicate`
     */
    gap_ms?: number | null
    /**
     * of `duplicate`
     */
    concurrent?: boolean | null
    /**
     * of `forged`; null is one of each
     */
    as?: 'header' | 'signature' | 'stale' | 'amount' | null
  }
  seed?: number | null
  /**
   * a duration, by the system's clock; absent: one hour
   */
  until?: string | null
}
export interface Fault {
  id: string
  on: {
    /**
     * the `operationId` of a call with a key under /api, or `*`
     */
    operation?: string
    /**
     * instead of an operation
     */
    notification?: string
    payment_id?: string | null
  }
  when: {
    per: 'call' | 'reference_id' | 'payment'
    skip: number
    times: number
    probability: number
  }
  do: {
    kind:
      | 'lost_answer'
      | 'lost_request'
      | 'conflict'
      | 'rate_limit'
      | 'error'
      | 'slow'
      | 'duplicate'
      | 'reorder'
      | 'late'
      | 'drop'
      | 'forged'
      | 'unknown_member'
    /**
     * of `lost_answer` and `lost_request`
     */
    how?: 'reset' | 'hang' | 'cut'
    /**
     * of `rate_limit`, in seconds
     */
    retry_after?: number
    /**
     * of `error`
     */
    executed?: boolean
    /**
     * of `slow` and `late`
     */
    ms?: number
    /**
     * of `duplicate`: how often it arrives in all
     */
    count?: number
    /**
     * of `duplicate`
     */
    gap_ms?: number
    /**
     * of `duplicate`
     */
    concurrent?: boolean
    /**
     * of `forged`; null is one of each
     */
    as?: 'header' | 'signature' | 'stale' | 'amount' | null
  }
  seed: number
  until: string
  /**
   * how often it was injected
   */
  hits: number
}
export interface JournalEntry {
  /**
   * to read on after this entry
   */
  cursor: string
  /**
   * when it began, by the system's clock
   */
  at: string
  kind: 'request' | 'delivery' | 'change' | 'customer' | 'clock' | 'fault'
  /**
   * a call's operationId; the status that a notification tells; the transition of a change; where a fault was injected
   */
  operation: string | null
  /**
   * of a call or a delivery
   */
  method: string | null
  /**
   * with its query; of a delivery the webhook's address
   */
  path: string | null
  /**
   * null where no answer came, or none was sent
   */
  status: number | null
  /**
   * its X-Request-Id; of a delivery its Webhook-Id
   */
  request_id: string | null
  /**
   * of a capture or refund
   */
  reference_id: string | null
  /**
   * the payment that it is about
   */
  payment_id: string | null
  /**
   * the rule of the injected fault
   */
  fault_id: string | null
  /**
   * until the answer
   */
  duration_ms: number | null
  /**
   * in English, for people
   */
  summary: string
}
export interface CertificateInput {
  /**
   * how the shop learns that it is paid; absent: `webhooks`
   */
  profile?: 'webhooks' | 'polling' | null
  /**
   * each once; absent: all
   */
  scenarios?:
    | (
        | 'plain'
        | 'lost-answer'
        | 'conflict'
        | 'duplicate'
        | 'closed-first'
        | 'forged'
        | 'redirect'
        | 'rejected'
        | 'ended'
        | 'unknown-member'
        | 'rate-limit'
        | 'broken'
        | 'refused'
        | 'slow'
        | 'signature'
        | 'dropped'
        | 'abandoned'
        | 'parts'
        | 'disputed'
        | 'crash'
      )[]
    | null
  /**
   * what is drawn follows from it; absent: any
   */
  seed?: number | null
  /**
   * whether the shop is restarted when `restart_due` says so: then all scenarios have `crash`, too
   */
  restarts?: boolean | null
  /**
   * without anything that happens a scenario ends after this duration; absent: PT10S
   */
  idle?: string | null
  /**
   * from its session on a scenario takes no longer; absent: PT60S
   */
  longest?: string | null
}
export interface Certificate {
  id: string
  /**
   * `waiting`: for the shop to open a checkout session
   */
  status: 'waiting' | 'running' | 'finished'
  profile: 'webhooks' | 'polling'
  seed: number
  /**
   * the text of the badge, of what has been seen so far
   */
  badge: string
  /**
   * the service's, by which it was judged
   */
  version: string
  started_at: string
  ended_at: string | null
  /**
   * the session that it waits for; what a shop does not heed is forced
   */
  waits_for: {
    scenario:
      | 'plain'
      | 'lost-answer'
      | 'conflict'
      | 'duplicate'
      | 'closed-first'
      | 'forged'
      | 'redirect'
      | 'rejected'
      | 'ended'
      | 'unknown-member'
      | 'rate-limit'
      | 'broken'
      | 'refused'
      | 'slow'
      | 'signature'
      | 'dropped'
      | 'abandoned'
      | 'parts'
      | 'disputed'
      | 'crash'
    merchant_code: string
    buyer_phone: string
    buyer_email: string
    /**
     * how many sessions the scenario needs, each of an order
     */
    orders: number
  } | null
  /**
   * in `crash`: end the shop now, and start it again
   */
  restart_due: boolean
  scenarios: {
    name:
      | 'plain'
      | 'lost-answer'
      | 'conflict'
      | 'duplicate'
      | 'closed-first'
      | 'forged'
      | 'redirect'
      | 'rejected'
      | 'ended'
      | 'unknown-member'
      | 'rate-limit'
      | 'broken'
      | 'refused'
      | 'slow'
      | 'signature'
      | 'dropped'
      | 'abandoned'
      | 'parts'
      | 'disputed'
      | 'crash'
    status: 'to_come' | 'preparing' | 'waiting' | 'running' | 'finished'
  }[]
  checks: Check[]
}
export interface Check {
  check: string
  core: boolean
  /**
   * what was not exercised was not passed
   */
  result: 'passed' | 'failed' | 'warning' | 'review' | 'not_exercised'
  findings: {
    /**
     * what is wrong, in English
     */
    sentence: string
    scenario:
      | 'plain'
      | 'lost-answer'
      | 'conflict'
      | 'duplicate'
      | 'closed-first'
      | 'forged'
      | 'redirect'
      | 'rejected'
      | 'ended'
      | 'unknown-member'
      | 'rate-limit'
      | 'broken'
      | 'refused'
      | 'slow'
      | 'signature'
      | 'dropped'
      | 'abandoned'
      | 'parts'
      | 'disputed'
      | 'crash'
    /**
     * requests and answers that show it, oldest first, at most 6; those of a check at most 20
     */
    exchanges: Exchange[]
    /**
     * how many others show it, too
     */
    more_exchanges: number
    /**
     * Items: X-Request-Ids of calls
     */
    request_ids: string[]
    /**
     * Items: Webhook-Ids of deliveries
     */
    webhook_ids: string[]
    at: string | null
    advice: string
    /**
     * a path in the guides
     */
    guide: string
    /**
     * what repeats the scenario
     */
    command: string
  }[]
  /**
   * of what was not exercised: what it needs, in English
   */
  reason?: string
  /**
   * what was missing if it was not exercised; absent: unknown
   */
  missing?: string
}
export interface Exchange {
  /**
   * `from_shop`: a call of the shop; `to_shop`: a notification
   */
  direction: 'from_shop' | 'to_shop'
  /**
   * X-Request-Id, or Webhook-Id
   */
  id: string | null
  at: string
  /**
   * milliseconds since the scenario began
   */
  after_ms: number
  method: string | null
  /**
   * path with query; of a notification the webhook's address without its query
   */
  path: string | null
  /**
   * the body as text, without secrets and the customer's data, at most 600 characters
   */
  sent: string | null
  /**
   * null: no answer came
   */
  status: number | null
  /**
   * the body as text, without secrets and the customer's data, at most 600 characters
   */
  answered: string | null
  duration_ms: number | null
  /**
   * the kind of the scenario's fault that it met, such as `lost_answer`; null: none
   */
  fault: string | null
}
export interface PaymentNotification {
  id: string
  created_at: string
  expires_at: string
  expired_at?: string
  closed_at: string | null
  status: 'authorized' | 'closed' | 'rejected' | 'expired'
  is_test: boolean
  is_expired: boolean
  amount: string
  currency: 'AED' | 'SAR' | 'KWD'
  order: {
    reference_id: string
  }
  captures: NotifiedCapture[]
  refunds: NotifiedRefund[]
  meta: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^.*$".
     */
    [k: string]: string
  } | null
  token: string
}
export interface NotifiedCapture {
  id: string
  amount: string
  created_at: string
  reference_id: string
}
export interface NotifiedRefund {
  id: string
  amount: string
  created_at: string
  reference_id: string
  reason: string
}
export interface DisputeNotification {
  status: 'pending' | 'arbitration' | 'evidence_merchant' | 'approved' | 'declined' | 'cancelled'
  dispute_id: string
  payment_id: string
  amount: string
  currency: 'AED' | 'SAR' | 'KWD'
  created_at: string
}
