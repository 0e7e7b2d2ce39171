/** SQL: members of a `with` that remove all that was announced of the payments in `gone`, which has id, of merchant :merchantId in the mode :isTest. */
export const removeAnnouncements = `gone_notifications as (
     delete from notifications as notification using gone
     where notification.merchant_id = :merchantId and notification.payment_id = gone.id and notification.is_test = :isTest
     returning notification.id
   ), gone_deliveries as (
     delete from deliveries as delivery using gone_notifications
     where delivery.merchant_id = :merchantId and delivery.notification_id = gone_notifications.id returning delivery.id
   ), gone_attempts as (
     delete from delivery_attempts as attempt using gone_deliveries
     where attempt.merchant_id = :merchantId and attempt.delivery_id = gone_deliveries.id
   )`
