using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>What is reported: the judgement, and what it was made of for formats that show that.</summary>
/// <param name="Diagnosis">With the paths of sources as they are here.</param>
/// <param name="Recording">As it was made.</param>
internal sealed record Look(PoolDiagnosis Diagnosis, Recording Recording);
