<?php
// Prepares a shop and reads it: php shop.php <WordPress folder> <command> [JSON]. Prints JSON.

[, $folder, $command] = $argv;
$given = json_decode($argv[3] ?? '{}', true);
error_reporting(E_ERROR);
$_SERVER += ['HTTP_HOST' => 'woocommerce.test', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
if ($command === 'install') define('WP_INSTALLING', true);
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if ($command !== 'install') wp_set_current_user(1);

/** Installs WordPress with one owner. */
function install(array $given): array {
    add_filter('pre_wp_mail', '__return_true');
    wp_install('Shop', $given['user'], 'owner@woocommerce.test', true, '', $given['password']);
    update_option('permalink_structure', '/%postname%/');
    return [];
}

function activate(array $given): array {
    $result = activate_plugin($given['plugin']);
    if (is_wp_error($result)) throw new Exception($result->get_error_message());
    return ['version' => get_plugin_data(WP_PLUGIN_DIR . '/' . $given['plugin'], false, false)['Version']];
}

/** Makes the pages, a product, tax, shipping, and a second checkout page of the older kind. */
function prepare(array $given): array {
    WC_Install::install();
    WC_Install::create_pages();
    $options = [
        'woocommerce_currency' => 'AED', 'woocommerce_default_country' => 'AE', 'woocommerce_coming_soon' => 'no',
        'woocommerce_manage_stock' => 'yes', 'woocommerce_calc_taxes' => 'yes', 'woocommerce_prices_include_tax' => 'no',
        'woocommerce_allow_tracking' => 'no', 'woocommerce_onboarding_profile' => ['skipped' => true],
    ];
    foreach ($options as $name => $value) update_option($name, $value);
    WC_Tax::_insert_tax_rate([
        'tax_rate_country' => 'AE', 'tax_rate' => '5.0000', 'tax_rate_name' => 'VAT', 'tax_rate_priority' => 1,
        'tax_rate_shipping' => 1, 'tax_rate_class' => '',
    ]);
    $product = new WC_Product_Simple();
    foreach (['name' => 'Coffee grinder', 'slug' => 'coffee-grinder', 'regular_price' => '333.33', 'sku' => 'GRINDER',
        'description' => 'Grinds coffee.', 'status' => 'publish'] as $name => $value) $product->{"set_$name"}($value);
    $zone = new WC_Shipping_Zone();
    $zone->set_zone_name('Emirates');
    $zone->add_location('AE', 'country');
    $zone->save();
    $flat = $zone->add_shipping_method('flat_rate');
    update_option("woocommerce_flat_rate_{$flat}_settings", ['title' => 'Delivery', 'cost' => '20', 'tax_status' => 'taxable']);
    $classic = wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Classic checkout',
        'post_name' => 'classic-checkout', 'post_content' => '[woocommerce_checkout]']);
    // WooCommerce covers the first order's page with a celebration.
    update_user_meta(1, '_wc_egg_opted_out', '1');
    flush_rewrite_rules();
    return ['product' => $product->save(), 'block' => (int) get_option('woocommerce_checkout_page_id'), 'classic' => $classic,
        'wordpress' => get_bloginfo('version'), 'woocommerce' => WC()->version, 'php' => PHP_VERSION];
}

/** Sets options. */
function options(array $given): array {
    foreach ($given as $name => $value) update_option($name, $value);
    return [];
}

/** Returns the newest order, or the one with this number; null if there is none. */
function order(array $given): ?array {
    $order = isset($given['id']) ? wc_get_order($given['id']) : (wc_get_orders(['limit' => 1, 'type' => 'shop_order'])[0] ?? null);
    if (!$order) return null;
    $notes = array_map(fn ($note) => $note->content, wc_get_order_notes(['order_id' => $order->get_id()]));
    $refunds = array_map(fn ($refund) => $refund->get_amount(), $order->get_refunds());
    return ['id' => $order->get_id(), 'status' => $order->get_status(), 'total' => $order->get_total(),
        'payment' => $order->get_transaction_id(), 'notes' => $notes, 'refunds' => $refunds];
}

/** Makes an order as old as the plug-in's time limit, and runs its clean-up of unpaid orders, as cron does. */
function cleanup(array $given): array {
    global $wpdb;
    $wpdb->update("{$wpdb->prefix}wc_orders", ['date_updated_gmt' => gmdate('Y-m-d H:i:s', time() - 7200)], ['id' => $given['id']]);
    $wpdb->update($wpdb->posts, ['post_modified' => gmdate('Y-m-d H:i:s', time() - 7200)], ['ID' => $given['id']]);
    wp_cache_flush();
    do_action($given['hook']);
    return [];
}

echo json_encode($command($given)), "\n";
