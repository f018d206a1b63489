/** Written by `npm run words`: of the frontend's catalogue what servers write by themselves. */
export const translations: Readonly<Record<string, string>> = {
  '{0} invites you to join its team on Fieldtrace, with the role {1}. Sign up within 7 days: {2}':
    '{0} आपको Fieldtrace पर अपनी टीम में बुला रहा है, रोल: {1}। 7 दिन के अंदर साइन अप करें: {2}',
  '{0} is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.':
    '{0} आपका Fieldtrace कोड है। यह 5 मिनट तक चलेगा। इसे किसी को न बताएँ।',
  'A bill was submitted.': 'एक बिल जमा हुआ है।',
  'A follow-up is due today.': 'आज एक फ़ॉलो-अप करना है।',
  'A follow-up is overdue.': 'एक फ़ॉलो-अप की तारीख़ निकल गई है।',
  'A lead was assigned to you.': 'आपको एक लीड दी गई है।',
  'A member asks for another role.': 'एक सदस्य दूसरा रोल माँग रहा है।',
  'A member joined your organization.': 'एक नया सदस्य आपकी कंपनी में जुड़ा है।',
  'A quote was requested.': 'एक कोटेशन माँगा गया है।',
  admin: 'एडमिन',
  designer: 'डिज़ाइनर',
  finance: 'फ़ाइनेंस',
  marketing: 'मार्केटिंग',
  sales: 'सेल्स',
  'There is a new offer.': 'एक नया ऑफ़र आया है।',
  'Your bill was approved.': 'आपका बिल मंज़ूर हो गया।',
  'Your bill was rejected.': 'आपका बिल नामंज़ूर हुआ।',
};
