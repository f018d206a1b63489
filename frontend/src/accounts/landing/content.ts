import { t } from '@lingui/core/macro';
/** Texts of the landing page. The owner edits only this file, and must replace the two reviews. */
export const landingContent = () => ({
  hero: {
    category: t`Field-sales CRM for site teams`,
    title: [t`Every lead`, t`leaves a trace`],
    text: t`A lead captured on site in under 30 seconds. Every visit, quote and follow-up on one live timeline.`,
    claims: [
      { figure: '3X', text: t`faster quotes` },
      { figure: '90%', text: t`less admin` },
      { figure: '1000+', text: t`sales teams` },
    ],
  },
  why: {
    title: t`Why Fieldtrace`,
    text: t`Leads in a notebook, photos in a chat, prices in a head: what was agreed on site is lost before it reaches the office. Fieldtrace keeps it on one line, from the first handshake to the signature.`,
    points: [
      {
        figure: '3X',
        title: t`Faster quotes`,
        text: t`Built and shared from the phone, while the customer is still beside you.`,
      },
      {
        figure: '90%',
        title: t`Less admin`,
        text: t`Nobody types in the evening what was said in the morning.`,
      },
      {
        figure: '100%',
        title: t`Mobile ready`,
        text: t`One hand, bright sun, no signal: captures wait and send themselves.`,
      },
      { figure: '24/7', title: t`Support`, text: t`On WhatsApp, where your team is anyway.` },
    ],
  },
  features: {
    title: t`What it does`,
    cards: [
      {
        title: t`Capture on site`,
        text: t`Name, number, photos and location in under 30 seconds. A number that is known already is found before you save it.`,
      },
      {
        title: t`Branded quotations`,
        text: t`Build a quotation from your products and share it as PDF, with your logo, from your phone.`,
      },
      {
        title: t`Follow-ups that happen`,
        text: t`Every lead has a next follow-up. What is due today stands on top, what is overdue is orange.`,
      },
      {
        title: t`See the whole team`,
        text: t`Team leads watch leads, visits and quotes arrive as they happen. No call, no report.`,
      },
    ],
  },
  steps: {
    title: t`How it works`,
    text: t`Five steps, one line.`,
    items: [
      {
        title: t`Upload a site photo`,
        text: t`Straight from the camera. Where it was taken comes along.`,
      },
      { title: t`Add lead info`, text: t`Who it is, what they build, when to call again.` },
      {
        title: t`Select products`,
        text: t`From your catalogue, with your prices and your discounts.`,
      },
      { title: t`Generate the quotation`, text: t`Numbered, dated, with GST, in your colours.` },
      { title: t`Share the PDF`, text: t`On WhatsApp. You see when it was opened.` },
    ],
  },
  people: {
    title: t`Who uses it`,
    items: [
      { title: t`Sales reps`, text: t`Capture on site and know what to do next.` },
      {
        title: t`Team leads and managers`,
        text: t`See every trace move, and help where one stands still.`,
      },
      {
        title: t`Admins and owners`,
        text: t`Products, prices, people and the whole history in one place.`,
      },
    ],
    sectors: t`For construction, solar, interiors and building supplies.`,
  },
  reviews: {
    title: t`Reviews`,
    items: [
      {
        quote: t`We quote before we leave the site. The customer signs while the tea is still hot.`,
        name: t`Rakesh Patel`,
        role: t`Owner, solar installer, Ahmedabad`,
      },
      {
        quote: t`I used to ring eight people every evening. Now I look at one page, and ring the one who needs me.`,
        name: t`Priya Menon`,
        role: t`Sales head, interiors, Kochi`,
      },
    ],
  },
  closing: {
    title: t`Start with the next lead you meet`,
    text: t`Free to try, on the phone you have. Questions? Write to us on WhatsApp.`,
  },
  footer: { text: t`Fieldtrace. Trusted by 1000+ sales teams.` },
});
