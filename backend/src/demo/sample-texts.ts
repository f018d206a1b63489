/** Names of people, places and notes in the demo. */
import { rejectionReasons } from '#domain/bills/bill.values.js';
import { lostReasons } from '#domain/leads/lead.values.js';

// prettier-ignore
export const firstNames = [
  'Aarav', 'Aditi', 'Ajay', 'Amit', 'Ananya', 'Anil', 'Arjun', 'Asha', 'Bhavna', 'Chetan', 'Deepa', 'Dev', 'Divya', 'Farhan', 'Gaurav', 'Geeta',
  'Harish', 'Ishaan', 'Jaya', 'Kabir', 'Kavita', 'Kiran', 'Lakshmi', 'Mahesh', 'Manoj', 'Meenal', 'Mohan', 'Nandini', 'Neha', 'Nikhil', 'Omkar',
  'Pooja', 'Pradeep', 'Prakash', 'Priya', 'Rahul', 'Rajesh', 'Ramesh', 'Rekha', 'Rohit', 'Sandeep', 'Sanjay', 'Sarita', 'Shabnam', 'Shruti',
  'Sneha', 'Sunil', 'Suresh', 'Swati', 'Tanvi', 'Uday', 'Usha', 'Varun', 'Vidya', 'Vijay', 'Vikram', 'Vinod', 'Yash', 'Yogesh', 'Zoya',
] as const;
// prettier-ignore
export const lastNames = [
  'Agarwal', 'Bhosale', 'Chavan', 'Choudhary', 'Das', 'Deshmukh', 'Deshpande', 'Fernandes', 'Gaikwad', 'Gokhale', 'Gupta', 'Iyer', 'Jadhav',
  'Jain', 'Joshi', 'Kale', 'Kapoor', 'Khan', 'Kulkarni', 'Kumar', 'Mehta', 'Menon', 'Mishra', 'More', 'Nair', 'Naidu', 'Pandey', 'Patel', 'Patil',
  'Pawar', 'Pillai', 'Rane', 'Rao', 'Reddy', 'Saxena', 'Shah', 'Shaikh', 'Shetty', 'Shinde', 'Singh', 'Sinha', 'Thakur', 'Tiwari', 'Verma',
  'Wagh', 'Yadav',
] as const;

/** Part of a city, with its middle. */
type Area = readonly [name: string, lat: number, lng: number];
export type City = { readonly name: string; readonly areas: readonly Area[] };
// prettier-ignore
const pune: City = {
  name: 'Pune',
  areas: [
    ['Baner', 18.559, 73.787], ['Kothrud', 18.507, 73.808], ['Wakad', 18.599, 73.763], ['Hadapsar', 18.503, 73.927],
    ['Kharadi', 18.551, 73.943], ['Aundh', 18.56, 73.807], ['Hinjewadi', 18.591, 73.739],
  ],
};
// prettier-ignore
const pimpri: City = {
  name: 'Pimpri-Chinchwad',
  areas: [['Nigdi', 18.651, 73.768], ['Akurdi', 18.648, 73.779], ['Ravet', 18.651, 73.746], ['Moshi', 18.67, 73.852]],
};
// prettier-ignore
const nashik: City = {
  name: 'Nashik',
  areas: [
    ['Gangapur Road', 20.011, 73.756], ['Indira Nagar', 19.974, 73.781], ['Panchavati', 20.013, 73.797], ['Satpur', 19.993, 73.727],
  ],
};
// prettier-ignore
const mumbai: City = {
  name: 'Mumbai',
  areas: [['Andheri East', 19.114, 72.871], ['Powai', 19.119, 72.905], ['Chembur', 19.052, 72.9], ['Mulund', 19.172, 72.956]],
};
// prettier-ignore
const thane: City = {
  name: 'Thane',
  areas: [['Ghodbunder Road', 19.256, 72.966], ['Kolshet', 19.241, 72.985], ['Majiwada', 19.213, 72.982]],
};
// prettier-ignore
const satara: City = {
  name: 'Satara',
  areas: [['Powai Naka', 17.688, 74.009], ['Godoli', 17.674, 74.003], ['Karanje', 17.699, 73.994]],
};
// prettier-ignore
const kolhapur: City = {
  name: 'Kolhapur',
  areas: [['Rajarampuri', 16.699, 74.245], ['Tarabai Park', 16.714, 74.238], ['Kagal MIDC', 16.628, 74.297]],
};
// prettier-ignore
const ahmednagar: City = {
  name: 'Ahmednagar',
  areas: [['Savedi', 19.121, 74.732], ['Kedgaon', 19.061, 74.722], ['Nagapur MIDC', 19.149, 74.711]],
};
// prettier-ignore
const solapur: City = {
  name: 'Solapur',
  areas: [['Jule Solapur', 17.628, 75.894], ['Hotgi Road', 17.632, 75.925], ['Akkalkot Road', 17.656, 75.943]],
};

/** Neighbouring cities in which a rep sells. Reps take turns. */
export const territories: readonly (readonly City[])[] = [
  [pune],
  [pune, pimpri],
  [mumbai, thane],
  [nashik],
  [satara, pune],
  [kolhapur],
  [solapur],
  [ahmednagar, pune],
];

// prettier-ignore
export const siteNames = [
  'Green Meadows', 'Shree Residency', 'Sai Krupa Bungalow', 'Laxmi Heights', 'Om Industries', 'Palm Grove', 'Silver Oak Villas', 'Shivneri Farms',
  'Mauli Cold Storage', 'Sahyadri Rooftops', 'Rainbow School', 'City Care Hospital', 'Annapurna Hotel', 'Vasant Vihar', 'Eco Park Phase 2',
  'Godavari Dairy', 'Unity Towers', 'Gulmohar Row Houses', 'Samarth Engineering', 'Sunrise Apartments',
] as const;
// prettier-ignore
export const landmarks = [
  'Opposite the water tank', 'Behind the petrol pump', 'Next to Ganesh temple', 'Near the bus stand', 'Two gates after the school',
  'Beside State Bank', 'At the flyover, service road', 'Above Patil Medical', 'Near the railway crossing', 'Lane behind the market yard',
] as const;

/** Companies among the customers, and payees of bills. */
// prettier-ignore
export const companies = [
  { companyName: 'Mauli Cold Storage and Logistics', billingAddress: '14 MIDC Road, Satpur\nNashik 422007' },
  { companyName: 'Samarth Engineering Works', billingAddress: 'Plot 81, Bhosari MIDC\nPune 411026' },
  { companyName: 'Godavari Dairy Products', billingAddress: 'Gangapur Road\nNashik 422013' },
  { companyName: 'Annapurna Hotels', billingAddress: '3 Station Road\nKolhapur 416001', notes: 'Bills go to the accountant on the first floor' },
  { companyName: 'Unity Builders and Developers', billingAddress: 'Unity Towers, 6th floor, Baner\nPune 411045', notes: 'One bill for each tower' },
] as const;

export const firstNotes = [
  'Met at the site. Roof is flat, about 900 sq ft, no shade after ten.',
  'Wants 5 kW on the terrace, asks about the subsidy.',
  'Builder has three more towers coming up, good for a rate contract.',
  'Came through a neighbour whose plant we installed in May.',
  'Monthly bill is around ₹14,000, three-phase connection.',
  'Sloping tin roof, structure to be checked before we promise anything.',
] as const;
export const notes = [
  'Called, asked for the quotation on WhatsApp.',
  'Showed the 10 kW plant at Kharadi, liked the finish.',
  'Wife decides on the budget, call again in the evening.',
  'Comparing with two others, our inverter warranty helps.',
  'Sanctioned load letter received, net metering can be filed.',
  'Measured the roof: 18 panels fit in two rows.',
  'Not picking up, sent a message.',
  'Architect wants the panels raised by a metre for the garden below.',
  'Asked for a loan option, shared the bank contact.',
  'Wants it done before Diwali.',
  'Cable run to the meter room is 40 m, added to the estimate.',
  'Discussed AMC, wants two visits a year.',
  'Society meeting on Sunday, will confirm after it.',
  'पॅनेल दाखवले, पुढच्या आठवड्यात निर्णय.',
] as const;
export const reasonsToLose = [
  ...lostReasons,
  'Budget postponed to next year',
  'Roof belongs to the society, no permission',
  'Selling the property',
] as const;
export const reasonsToCancel = [
  'Out of town',
  'Asked to come next week',
  'Raining, roof not safe',
  'Family function at home',
] as const;
export const quotationNotes = [
  'With hybrid inverter',
  'Mono PERC panels, 25 years',
  'Including net metering fees',
  'Structure raised by one metre',
  'Without battery',
] as const;

export const visitNotes = [
  'Met the owner on the roof, structure fits without changing the tiles.',
  'Shadow check at noon: clear from ten to four.',
  'Meter room seen, space for the inverter beside the panel board.',
  'Site engineer wants the drawing before the slab is cast.',
  'Showed the sample panel and the AMC terms.',
  'Took measurements for the carport, 14 by 6 metres.',
  'Discussed phases: clubhouse first, towers after the handover.',
  'Checked the earthing pit, needs a second one.',
] as const;
export const billNotes = {
  Fuel: ['Petrol, Baner and back', 'Diesel for the pickup', 'Two site visits in one round'],
  Food: [
    'Lunch with the site engineer',
    'Tea for the team on site',
    'Breakfast on the way to Nashik',
  ],
  Travel: ['Toll, Mumbai expressway', 'Auto from the station', 'Bus to Satara and back'],
  Stay: ['One night in Nashik', 'Lodge near the site, two nights'],
  Others: ['Printing of drawings', 'Measuring tape', 'Courier of the panel sample'],
} as const;
export const reasonsToReject = [
  ...rejectionReasons,
  'Submitted twice',
  'Over the limit for a meal',
] as const;
export const projectNames = [
  'Rooftop, 5 kW',
  'Rooftop, 10 kW',
  'Rooftop, 25 kW',
  'Carport, 12 kW',
  'Clubhouse and pumps',
  'Solar water heater',
] as const;
