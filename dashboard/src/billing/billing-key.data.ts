/** Where the query cache has how the plan is paid, also as it came with the Dashboard. */
export const billingKey = ['billing']
