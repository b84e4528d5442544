namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>A step that a governor told of.</summary>
internal sealed record GovernorStepTaken(int Reason, int From, int To, int Asked, long Waiting, int Workers, int Blocked, string Text);
