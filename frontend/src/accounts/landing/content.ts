/** Every word of the landing page. The owner of the site edits this file and nothing else: also the two reviews, which must be replaced by real ones. */
export const content = {
  hero: {
    title: ['Every lead', 'leaves a trace'],
    text: 'Your team captures a lead on site in under 30 seconds, with photos and location. Every visit, quote and follow-up joins one line that moves while you watch.',
    claims: [
      { figure: '3X', text: 'faster quotes' },
      { figure: '90%', text: 'less admin' },
      { figure: '1000+', text: 'sales teams' },
    ],
  },
  why: {
    title: 'Why Fieldtrace',
    text: 'Leads in a notebook, photos in a chat, prices in a head: what was agreed on site is lost before it reaches the office. Fieldtrace keeps it on one line, from the first handshake to the signature.',
    points: [
      { figure: '3X', title: 'Faster quotes', text: 'Built and shared from the phone, while the customer is still beside you.' },
      { figure: '90%', title: 'Less admin', text: 'Nobody types in the evening what was said in the morning.' },
      { figure: '100%', title: 'Mobile ready', text: 'One hand, bright sun, no signal: captures wait and send themselves.' },
      { figure: '24/7', title: 'Support', text: 'On WhatsApp, where your team is anyway.' },
    ],
  },
  features: {
    title: 'What it does',
    cards: [
      {
        icon: 'capture',
        title: 'Capture on site',
        text: 'Name, number, photos and location in under 30 seconds. A number that is known already is found before you save it.',
      },
      {
        icon: 'quote',
        title: 'Branded quotations',
        text: 'Build a quotation from your products and share it as PDF, with your logo, from your phone.',
      },
      {
        icon: 'follow',
        title: 'Follow-ups that happen',
        text: 'Every lead has a next date. What is due today stands on top, what is overdue is orange.',
      },
      { icon: 'see', title: 'See the whole team', text: 'Team leads watch leads, visits and quotes arrive as they happen. No call, no report.' },
    ],
  },
  steps: {
    title: 'How it works',
    text: 'Five steps, one line.',
    items: [
      { title: 'Upload a site photo', text: 'Straight from the camera. Where it was taken comes along.' },
      { title: 'Add lead info', text: 'Who it is, what they build, when to call again.' },
      { title: 'Select products', text: 'From your catalogue, with your prices and your discounts.' },
      { title: 'Generate the quotation', text: 'Numbered, dated, with GST, in your colours.' },
      { title: 'Share the PDF', text: 'On WhatsApp. You see when it was opened.' },
    ],
  },
  people: {
    title: 'Who uses it',
    items: [
      { title: 'Sales reps', text: 'Capture on site and know what to do next.' },
      { title: 'Team leads and managers', text: 'See every trace move, and help where one stands still.' },
      { title: 'Admins and owners', text: 'Products, prices, people and the whole history in one place.' },
    ],
    sectors: 'For construction, solar, interiors and building supplies.',
  },
  reviews: {
    title: 'Reviews',
    items: [
      {
        quote: 'We quote before we leave the site. The customer signs while the tea is still hot.',
        name: 'Rakesh Patel',
        role: 'Owner, solar installer, Ahmedabad',
      },
      {
        quote: 'I used to ring eight people every evening. Now I look at one page, and ring the one who needs me.',
        name: 'Priya Menon',
        role: 'Sales head, interiors, Kochi',
      },
    ],
  },
  closing: {
    title: 'Start with the next lead you meet',
    text: 'Free to try, on the phone you have. Questions? Write to us on WhatsApp.',
  },
  footer: { text: 'Fieldtrace. Trusted by 1000+ sales teams.' },
} as const;
