import { accountExamples } from './accounts/account.examples.js';
import type { aggregates } from './aggregates.js';
import { billExamples } from './bills/bill.examples.js';
import { categoryExamples, offerExamples, packageExamples, productExamples, shareExamples } from './catalogue/catalogue.examples.js';
import { customerExamples } from './customers/customer.examples.js';
import type { Message } from './kernel/message.js';
import { leadExamples } from './leads/lead.examples.js';
import { alertsExamples } from './notifications/alerts.examples.js';
import { organizationExamples } from './organizations/organization.examples.js';

type Aggregates = (typeof aggregates)[number];
type Examples = { readonly [Each in Aggregates as Each['category']]: { readonly [Type in keyof Each['events']]: Message } };

/** An example of every event, by its aggregate's category. An aggregate or an event without one does not compile. */
export const examples: Examples = {
  account: accountExamples,
  organization: organizationExamples,
  lead: leadExamples,
  customer: customerExamples,
  alerts: alertsExamples,
  bill: billExamples,
  product: productExamples,
  package: packageExamples,
  offer: offerExamples,
  category: categoryExamples,
  share: shareExamples,
};
